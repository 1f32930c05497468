import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { ImageSignature } from '@nimbo/contracts/compute-rpc/image-signature'

/** Names what an image is verified with; empty for one that is not to be verified. */
export const markOf = ({ signature }: { readonly signature?: ImageSignature }): string =>
  signature === undefined ? '' : createHash('sha256').update(JSON.stringify(signature)).digest('hex')

/** The file beside an image that says what it was verified with. */
export const markBeside = (path: string): string => `${path}.verified`

/** Whether the file was verified with what the mark names, by any agent of this host; an empty mark demands nothing. */
export const isMarked = async (path: string, mark: string): Promise<boolean> =>
  mark === '' || (await readFile(markBeside(path), 'utf8').catch(() => '')) === mark

/** Notes what a file was verified with. Without that note it is downloaded and verified again. */
export const setMark = async (path: string, mark: string): Promise<void> => {
  if (mark !== '') await writeFile(markBeside(path), mark)
}
