/**
 * How fast the object store is: `node bench/objects.ts [large|small|pages]…` (all three). `large` sends an object of 5 GiB (`--gib N`) up
 * and down and tells how much more memory the cloud had, beside a bare program that copies and hashes a file of that size; `small`
 * puts and gets objects of 4 KiB, 8 at once, beside Debian's own Swift (its packages and memcached); `pages` lists a page of 1,000 names of a
 * container of 1,000 and of one of 1,000,000.
 */
import { largeObjects } from './objects/large-objects.ts'
import { pagesOfObjects } from './objects/pages-of-objects.ts'
import { smallObjects } from './objects/small-objects.ts'

const parts: Readonly<Record<string, () => Promise<void>>> = {
  large: largeObjects,
  small: smallObjects,
  pages: pagesOfObjects,
}

const asked = process.argv.slice(2).filter((word) => word in parts)
for (const part of asked.length > 0 ? asked : Object.keys(parts)) await parts[part]?.()
