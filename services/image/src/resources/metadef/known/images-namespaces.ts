import type { KnownNamespace } from './known-namespace.ts'

const uuid = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'

/** Namespaces about images. */
export const imagesNamespaces: readonly KnownNamespace[] = [
  {
    namespace: 'OS::Glance::CommonImageProperties',
    display_name: 'Common Image Properties',
    description: 'What is commonly said of images.',
    protected: true,
    resource_type_associations: [],
    properties: {
      kernel_id: { title: 'Kernel ID', type: 'string', pattern: uuid },
      ramdisk_id: { title: 'Ramdisk ID', type: 'string', pattern: uuid },
      instance_uuid: { title: 'Server of the snapshot', type: 'string' },
      architecture: { title: 'Architecture', type: 'string' },
      os_distro: { title: 'OS distro', type: 'string' },
      hw_cpu_mode: { title: 'CPU mode', type: 'string' },
      os_version: { title: 'OS version', type: 'string' },
      description: { title: 'Description', type: 'string' },
      cinder_encryption_key_id: { title: 'Cinder encryption key ID', type: 'string' },
      cinder_encryption_key_deletion_policy: {
        title: 'Cinder encryption key deletion policy',
        type: 'string',
        enum: ['on_image_deletion', 'do_not_delete'],
      },
    },
  },
  {
    namespace: 'OS::Glance::Signatures',
    display_name: 'Image Signature Verification',
    description: 'By what the signature of an image is verified.',
    protected: false,
    resource_type_associations: [{ name: 'OS::Glance::Image' }],
    properties: {
      img_signature: { title: 'Signature', type: 'string' },
      img_signature_certificate_uuid: { title: 'Signature certificate UUID', type: 'string' },
      img_signature_hash_method: {
        title: 'Signature hash method',
        type: 'string',
        enum: ['SHA-224', 'SHA-256', 'SHA-384', 'SHA-512'],
      },
      img_signature_key_type: {
        title: 'Signature key type',
        type: 'string',
        enum: [
          'RSA-PSS',
          'DSA',
          'ECC_SECT571K1',
          'ECC_SECT409K1',
          'ECC_SECT571R1',
          'ECC_SECT409R1',
          'ECC_SECP521R1',
          'ECC_SECP384R1',
        ],
      },
    },
  },
  {
    namespace: 'OS::OperatingSystem',
    display_name: 'Common Operating System Properties',
    description: 'The operating system that an image holds.',
    protected: true,
    resource_type_associations: [
      { name: 'OS::Glance::Image' },
      { name: 'OS::Cinder::Volume', properties_target: 'image' },
    ],
    properties: {
      os_distro: { title: 'OS distro', type: 'string' },
      os_version: { title: 'OS version', type: 'string' },
      os_admin_user: { title: 'OS admin user', type: 'string' },
    },
  },
  {
    namespace: 'OS::Cinder::Volumetype',
    display_name: 'Cinder Volume Type',
    description: 'The type of the volumes in which images are kept.',
    protected: true,
    resource_type_associations: [{ name: 'OS::Glance::Image', prefix: 'cinder_' }],
    properties: { img_volume_type: { title: 'Volume type', type: 'string' } },
  },
]
