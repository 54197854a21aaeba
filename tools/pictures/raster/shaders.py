"""The programs that run for every corner and every pixel."""

from __future__ import annotations

from typing import Final

LIGHTS: Final = 3
"""How many emitters a scene has at most: one channel of the shadow picture each."""

FLATTEN_VERTEX: Final = """
#version 330
in vec3 in_pos;
uniform vec3 source;      // a point of the emitter, mm
uniform vec2 middle;      // of the shadow picture, mm
uniform float half_side;  // of the shadow picture, mm
uniform float layer;      // later samples lie in front, so that each one counts once
uniform float plane;      // height of the plane, mm
out float above;
void main() {
    float h = plane > 0.0 ? in_pos.z : max(in_pos.z, 0.0);
    float w = max(source.z - h, 1.0);
    vec2 p = source.xy * w + (in_pos.xy - source.xy) * (source.z - plane);
    above = h - plane;
    gl_Position = vec4((p - middle * w) / half_side, layer * w, w);
}
"""

FLATTEN_FRAGMENT: Final = """
#version 330
uniform vec4 weight;
in float above;
out vec4 colour;
void main() {
    if (above < 0.0) discard;
    colour = weight;
}
"""

IDENTITY_VERTEX: Final = """
#version 330
in vec3 in_pos;
in vec4 in_mat;
uniform mat4 project;
out vec3 pos;
flat out float ident;
flat out float layer;
void main() {
    pos = in_pos;
    ident = in_mat.w;
    layer = in_mat.z;
    gl_Position = project * vec4(in_pos, 1.0);
}
"""

_HOLES: Final = """
uniform sampler2D hole_map;   // nearest hole of a board position: x, y, radius
uniform vec2 board;
bool in_hole(vec2 p) {
    vec3 hole = textureLod(hole_map, p / board, 0.0).xyz;
    return distance(hole.xy, p) < hole.z;
}
"""

IDENTITY_FRAGMENT: Final = (
    """
#version 330
in vec3 pos;
flat in float ident;
flat in float layer;
out uint result;
"""
    + _HOLES
    + """
void main() {
    if (layer == 1.0 && in_hole(pos.xy)) discard;
    result = uint(ident + 0.5);
}
"""
)

COLOUR_VERTEX: Final = """
#version 330
in vec3 in_pos;
in vec3 in_nrm;
in vec3 in_rgb;
in vec2 in_uv;
in vec4 in_mat;
in vec3 in_hole;
uniform mat4 project;
out vec3 pos;
out vec3 nrm;
out vec3 rgb;
out vec2 uv;
flat out vec4 mat;
flat out vec3 hole;
void main() {
    pos = in_pos; nrm = in_nrm; rgb = in_rgb; uv = in_uv; mat = in_mat; hole = in_hole;
    gl_Position = project * vec4(in_pos, 1.0);
}
"""

NEAR, FACE, GROUND = range(3)
"""The passes that colour: what lies or stands on the board, the board's face, table and floor.

A software driver runs both sides of every branch, so each pass has a program of its own. Only the
face throws pixels away (at holes), which costs it the early depth test.
"""

_COLOUR_FRAGMENT: Final = (
    """
in vec3 pos;
in vec3 nrm;
in vec3 rgb;
in vec2 uv;
flat in vec4 mat;
flat in vec3 hole;
out vec4 colour;
uniform sampler2D art;
uniform sampler2D tabletop;
uniform sampler2D atlas;
uniform sampler2D noise;
uniform sampler2D shadow;        // of all: one channel an emitter, the last the dome
uniform sampler2D high_shadow;   // of hands, things and what is out of the picture
uniform sampler2D waist_shadow;  // of what is higher than the pieces' waist, on that plane;
                                 // the last channel: of what stands in the first lamp's light
uniform float waist;
uniform vec3 eye;
uniform vec2 middle;
uniform float half_side;
uniform vec3 dome_up;
uniform vec3 dome_down;
uniform int lights;
uniform vec3 centre[3];
uniform vec3 side_a[3];
uniform vec3 side_b[3];
uniform vec3 power[3];
uniform vec3 radiance[3];
uniform vec4 look[3];            // round, bars along a, bars along b, size mm
uniform vec4 finish;             // of the board: gloss, roughness, waviness, fold slope
uniform vec4 fold;               // x of the fold, y of the fold (negative: none), grain, thickness
uniform mat3 table_map;          // board mm to table texture
uniform vec4 weave;              // of the sleeve: cell u, cell v, contrast, kind
uniform vec3 grain;              // of the skin: veins, blotches, wrinkles
uniform vec4 room;               // what mirrors beside the lamps: shift, scale, contrast
"""
    + _HOLES
    + """
vec4 lookup(sampler2D map, vec2 p) {
    return texture(map, (p - middle) / half_side * 0.5 + 0.5);
}
float emitter(int i, vec3 p, vec3 r, float rough) {
    vec3 n = cross(side_a[i], side_b[i]);
    float d = dot(r, n);
    if (abs(d) < 1e-6) return 0.0;
    float t = dot(centre[i] - p, n) / d;
    if (t < 0.0) return 0.0;
    vec3 q = p + r * t - centre[i];
    float la = length(side_a[i]), lb = length(side_b[i]);
    vec2 w = vec2(dot(q, side_a[i]) / la, dot(q, side_b[i]) / lb);
    float s = max(rough * t, 0.02 * la);
    float spread = min(1.0, la / s) * min(1.0, lb / s);
    if (look[i].x > 0.5) {
        float e = length(w / vec2(la, lb)) * min(la, lb);
        return spread * (1.0 - smoothstep(min(la, lb) - s, min(la, lb) + s, e));
    }
    vec2 a = 1.0 - smoothstep(vec2(la, lb) - s, vec2(la, lb) + s, abs(w));
    vec2 cell = abs(fract((w / vec2(la, lb) * 0.5 + 0.5) * look[i].yz + 0.5) - 0.5);
    vec2 width = vec2(la, lb) * 2.0 / max(look[i].yz, vec2(1.0));
    vec2 bar = smoothstep(vec2(0.04) - s / width, vec2(0.05) + s / width, cell);
    bar = mix(vec2(1.0), bar, step(1.5, look[i].yz));
    return spread * a.x * a.y * bar.x * bar.y;
}
float lit_hole(vec3 p, vec3 l) {          // whether light comes in through the mouth
    vec2 q = p.xy - l.xy / max(l.z, 0.05) * p.z;
    return 1.0 - smoothstep(hole.z * 0.9, hole.z * 1.05, distance(q, hole.xy));
}
float over_board(vec2 q, float soft) {
    vec2 e = min(q, board - q);
    return smoothstep(-soft, soft, min(e.x, e.y));
}
vec3 srgb(vec3 c) { return pow(c, vec3(2.2)); }

void main() {
    vec3 n = normalize(nrm);
    vec3 v = normalize(eye - pos);
    if (dot(n, v) < 0.0 && mat.z != 3.0) n = -n;
    vec3 base = rgb;
    float gloss = mat.x, rough = mat.y;
#if PASS == 1
    const int layer = 1;
    {
        if (in_hole(pos.xy)) discard;
        vec4 t = texture(art, pos.xy / board);
        base = srgb(t.rgb);
        gloss = finish.x * t.a; rough = finish.y;
        vec2 wave = (texture(noise, pos.xy / 260.0).xy - 0.5) * finish.z
                  + (texture(noise, pos.xy / 17.0).zw - 0.5) * fold.z;
        float fx = fold.x > 0.0 ? sign(pos.x - fold.x) * finish.w : 0.0;
        float fy = fold.y > 0.0 ? sign(pos.y - fold.y) * finish.w : 0.0;
        n = normalize(n + vec3(wave + vec2(fx, fy), 0.0));
    }
#elif PASS == 2
    int layer = int(mat.z + 0.5);
    if (layer == 2) {
        vec2 q = (table_map * vec3(pos.xy, 1.0)).xy;
        base = srgb(texture(tabletop, q).rgb);
        n = normalize(n + vec3((texture(noise, pos.xy / 21.0).zw - 0.5) * 0.1, 0.0));
    }
#else
    int layer = int(mat.z + 0.5);
    if (layer == 4) {
        vec4 wide = texture(noise, uv / 90.0), fine = texture(noise, uv / 9.0);
        vec4 t = texture(noise, uv / 37.0) + fine - 1.0;
        base *= 1.0 + vec3(0.10, 0.22, 0.22) * (t.x + grain.y * (wide.x - 0.5));
        float beside = abs(texture(noise, uv / vec2(60.0, 170.0)).z - 0.5);
        float vein = 1.0 - smoothstep(0.0, 0.05, beside);
        base *= 1.0 - grain.x * vein * vec3(0.30, 0.16, 0.08);
        float line = abs(texture(noise, uv / vec2(26.0, 7.0)).w - 0.5);
        base *= 1.0 - grain.z * 0.35 * (1.0 - smoothstep(0.0, 0.06, line));
        n = normalize(n + t.yzw * (0.16 + 0.2 * grain.z) + vec3(vein * 0.12 * grain.x));
    } else if (layer == 5) {
        vec2 c = fract(uv / weave.xy);
        float on = weave.w < 0.5 ? 0.0 : weave.w < 1.5 ? step(0.5, c.x)
                 : weave.w < 2.5 ? step(0.5, c.y)
                 : weave.w < 3.5 ? 0.5 * (step(0.5, c.x) + step(0.5, c.y))
                 : step(0.56, texture(noise, uv / weave.x / 7.0).y);
        vec4 t = texture(noise, uv / 23.0);
        base = base * (1.0 + weave.z * (on - 0.5)) * (0.8 + 0.4 * texture(noise, uv / 4.0).x);
        n = normalize(n + (t.xyz - 0.5) * 0.7);
    } else if (layer == 6) {
        base = srgb(texture(atlas, uv).rgb);
    } else if (layer == 7) {
        vec4 t = texture(noise, vec2(uv.x / 9.0, uv.y / 60.0) + rgb.xy);
        base *= 0.75 + 0.5 * t.x;
    }
#endif
    float ao = 1.0 - lookup(shadow, pos.xy).a;
#if PASS == 2
    ao *= 1.0 - 0.55 * over_board(pos.xy, fold.w);
#endif
#if PASS == 0
    bool sunk = hole.z > 0.0 && pos.z < -0.05;
    bool foreign = mod(mat.w, 8.0) > 2.5;      // it would lie in its own shadow
    if (foreign) ao = 0.5 + 0.25 * (1.0 + n.z);
    else if (pos.z > 0.3 || sunk) ao = 1.0 - 0.8 * lookup(high_shadow, pos.xy).a;
    if (sunk) ao *= 1.0 / (1.0 + pow(-pos.z / hole.z, 2.0) * 1.6);
    else if (pos.z > 0.3 && !foreign)
        ao *= 0.62 + 0.38 * clamp(0.5 + 0.5 * n.z + pos.z / 60.0, 0.0, 1.0);
#endif
    vec3 light = mix(dome_down, dome_up, 0.5 + 0.5 * n.z) * ao;
    vec3 mirror = reflect(-v, n);
    float facing = clamp(dot(n, v), 0.0, 1.0);
    float fresnel = gloss * (0.05 + 0.95 * pow(1.0 - facing, 5.0));
    vec3 shine = mix(dome_down, dome_up, 0.5 + 0.5 * mirror.z) * ao;
    float beyond = texture(noise, mirror.xy / max(mirror.z, 0.25) * room.z + room.xy).z;
    shine *= 1.0 + room.w * (2.0 * smoothstep(0.36, 0.64, beyond) - 1.0);
    for (int i = 0; i < lights; i++) {
        vec3 l = centre[i] - pos;
        float fall = dot(centre[i] - vec3(middle, 0.0), centre[i] - vec3(middle, 0.0)) / dot(l, l);
        l = normalize(l);
        float nl = dot(n, l);
        float soft = clamp(look[i].w / length(centre[i] - pos) * 0.4, 0.0, 0.5);
        float shade = max(nl + soft, 0.0) / (1.0 + soft);
        vec2 q = pos.xy - l.xy / max(l.z, 0.08) * pos.z;
        float gone = lookup(shadow, q)[i];
#if PASS == 0
        if (foreign) gone = i == 0 ? lookup(waist_shadow, q).a : 0.0;
        else if (pos.z > 0.3) gone = lookup(high_shadow, q)[i];
        if (pos.z > 0.3 && pos.z < waist) {
            vec2 up = pos.xy + l.xy / max(l.z, 0.08) * (waist - pos.z);
            gone = max(gone, lookup(waist_shadow, up)[i] * smoothstep(0.0, 2.0, waist - pos.z));
        }
#endif
        float seen = 1.0 - gone;
#if PASS == 2
        seen *= 1.0 - over_board(q, 0.3 + soft * fold.w);
#elif PASS == 0
        if (sunk) seen *= lit_hole(pos, l);
#endif
        light += power[i] * shade * fall * seen;
        shine += radiance[i] * emitter(i, pos, mirror, rough) * mix(seen, 1.0, 0.75);
    }
    vec3 c = base * light + fresnel * shine;
    colour = vec4(min(c, vec3(12.0)), 1.0);
}
"""
)


def write_colour_fragment(number: int) -> str:
    """Return the program of one of the passes NEAR, FACE and GROUND."""
    return f"#version 330\n#define PASS {number}\n{_COLOUR_FRAGMENT}"
