import { notInjected } from './errors.ts'

/** A file name of ext2, ext3 and ext4 is at most this long. */
const mostNameBytes = 255
const mostPathBytes = 4096

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controls = /[\u0000-\u001f\u007f]/

/**
 * A word of a request to debugfs: in quotes, which are doubled within it. Throws for what debugfs would take for the end of
 * the request, or cut.
 */
export const quotedWord = (text: string): string => {
  if (controls.test(text)) throw notInjected('a path has control characters')
  if (Buffer.byteLength(text) > mostPathBytes) throw notInjected('a path is too long')
  return `"${text.replaceAll('"', '""')}"`
}

/** Throws unless a text can be the name of a file. */
export const requireName = (name: string): void => {
  if (name === '' || name === '.' || name === '..')
    throw notInjected('a path does not end with the name of a file')
  if (Buffer.byteLength(name) > mostNameBytes) throw notInjected('a name is too long')
}
