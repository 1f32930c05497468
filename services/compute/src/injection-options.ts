import { defineOptions } from '@nimbo/config/option-group'
import { boolean, integer } from '@nimbo/config/option-types'

/** What libvirt hosts write into the disks of new servers. The API stores a password for them only if they use it. */
export const injectionOptions = defineOptions('libvirt', {
  inject_partition: integer({
    default: -2,
    min: -2,
    help: 'Root file system of images, into which a host writes injected files, metadata, and what inject_key and inject_password allow, for servers without config drive: -2: nothing is written; -1: the only one that looks like the root of Linux; 0: images are not partitioned; or the number of a partition. It must be ext2, ext3 or ext4.',
  }),
  inject_password: boolean({
    default: false,
    help: 'Whether the admin password becomes that of root in images; see inject_partition. Must be the same on nova-api and on compute hosts.',
  }),
  inject_key: boolean({
    default: false,
    help: 'Whether the public key of the key pair may log in as root in images; see inject_partition.',
  }),
})
