/**
 * The speed of the object store: `node bench/objects.ts [large|small|pages]…` (default: all three). `large` uploads and downloads an object of
 * 5 GiB (`--gib N`), and compares the rates with a program that only copies and hashes a file of that size; it also prints the memory that the
 * cloud used in addition. `small` puts and gets objects of 4 KiB, 8 at a time, and compares with Debian's own Swift (its packages and memcached).
 * `pages` lists a page of 1,000 names in a container of 1,000 objects and in one of 1,000,000.
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
