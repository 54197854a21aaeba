"""Many tables: what each publishes over MQTT, and the organiser's page that shows all of them."""
