import type { Kind } from '../cloud/find.ts'

/** Images: one is its whole body. */
export const imageKind: Kind = {
  service: ({ image }) => image,
  path: '/images',
  many: 'images',
  label: 'Image',
  byName: (name) => ({ name }),
}
