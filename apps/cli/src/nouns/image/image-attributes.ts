import { either, integer, list, oneOf, properties, text } from '../../grammar/option.ts'

const containerFormats = ['ami', 'ari', 'aki', 'bare', 'docker', 'ova', 'ovf'] as const
const diskFormats = [
  'ami',
  'ari',
  'aki',
  'vhd',
  'vmdk',
  'raw',
  'qcow2',
  'vhdx',
  'vdi',
  'iso',
  'ploop',
] as const

/** The options that `image create` and `image set` share. */
export const imageAttributes = {
  containerFormat: oneOf(containerFormats, 'Image container format (default of new images: bare)'),
  diskFormat: oneOf(diskFormats, 'Image disk format (default of new images: raw)'),
  minDisk: integer('<disk-gb>', 'Minimum disk size needed to boot image, in gigabytes'),
  minRam: integer('<ram-mb>', 'Minimum RAM size needed to boot image, in megabytes'),
  protection: either(
    { '--protected': true, '--unprotected': false },
    'Protect the image from deletion, or lift this protection',
  ),
  visibility: either(
    { '--public': 'public', '--private': 'private', '--community': 'community', '--shared': 'shared' },
    'Visibility of the image',
  ),
  property: properties('Set a property on this image (repeat option to set multiple properties)'),
  tag: list('<tag>', 'Set a tag on this image (repeat option to set multiple tags)'),
  project: text('<project>', 'Project that owns the image (name or ID)'),
  projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
}
