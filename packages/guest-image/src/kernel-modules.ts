/**
 * Drivers that Debian's cloud kernel has as modules and the guest needs, in order of insertion. Each takes some 30 ms without
 * KVM, so only those needed for the login are loaded first.
 */
export const kernelModules = {
  /** Virtio on PCI with disks, NICs and random numbers; SCSI disks; CD drives for the config drive; the power button. */
  boot: [
    'drivers/virtio/virtio_ring',
    'drivers/virtio/virtio',
    'drivers/virtio/virtio_pci_modern_dev',
    'drivers/virtio/virtio_pci_legacy_dev',
    'drivers/virtio/virtio_pci',
    'drivers/block/virtio_blk',
    'net/core/failover',
    'drivers/net/net_failover',
    'drivers/net/virtio_net',
    'drivers/char/hw_random/virtio-rng',
    'drivers/scsi/scsi_common',
    'drivers/scsi/scsi_mod',
    'drivers/scsi/virtio_scsi',
    'drivers/scsi/sd_mod',
    'drivers/cdrom/cdrom',
    'drivers/scsi/sr_mod',
    'drivers/ata/libata',
    'drivers/ata/ata_piix',
    'fs/isofs/isofs',
    'drivers/input/evdev',
    'drivers/acpi/button',
  ],
  /** FAT with its character sets, and VLANs. */
  later: [
    'fs/nls/nls_ascii',
    'fs/nls/nls_utf8',
    'fs/nls/nls_cp437',
    'fs/nls/nls_iso8859-1',
    'fs/fat/fat',
    'fs/fat/vfat',
    'net/llc/llc',
    'net/802/stp',
    'net/802/mrp',
    'net/802/garp',
    'net/8021q/8021q',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>
