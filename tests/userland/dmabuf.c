/* Preloaded in the test with the real picamera2, and nowhere else: pretends that the kernel hands
 * out buffers that devices can share. A dma-heap or udmabuf is a file in memory here, which is all
 * that libcamera's virtual camera needs of one. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))
#define REST(last, type, value) \
    va_list rest; va_start(rest, last); type value = va_arg(rest, type); va_end(rest)

static const char *shown(const char *path)
{
    int ours = path && (!strcmp(path, "/dev/udmabuf") || !strncmp(path, "/dev/dma_heap/", 14));
    return ours ? "/dev/null" : path;
}

int open(const char *path, int flags, ...)
{
    REST(flags, int, mode);
    return REAL(open)(shown(path), flags, mode);
}

int open64(const char *path, int flags, ...)
{
    REST(flags, int, mode);
    return REAL(open64)(shown(path), flags, mode);
}

static int allocated(struct dma_heap_allocation_data *wish)
{
    int file = memfd_create("buffer", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, wish->len))
        return -1;
    wish->fd = file;
    return 0;
}

int ioctl(int file, unsigned long request, ...)
{
    REST(request, void *, argument);
    unsigned int asked = (unsigned int)request; /* some callers extend its sign */
    if (asked == (unsigned int)UDMABUF_CREATE)
        return fcntl(((struct udmabuf_create *)argument)->memfd, F_DUPFD_CLOEXEC, 0);
    if (asked == (unsigned int)DMA_HEAP_IOCTL_ALLOC)
        return allocated(argument);
    if (asked == (unsigned int)DMA_BUF_IOCTL_SYNC)
        return 0;
    if ((asked & 0xffff) == ('b' << 8 | 1)) /* DMA_BUF_SET_NAME, of whatever length */
        return 0;
    return REAL(ioctl)(file, request, argument);
}
