import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { ImageSignature } from '@nimbo/contracts/compute-rpc/image-signature'

/** A hash of the signature data that an image is verified with; empty for an image that needs no verification. */
export const markOf = ({ signature }: { readonly signature?: ImageSignature }): string =>
  signature === undefined ? '' : createHash('sha256').update(JSON.stringify(signature)).digest('hex')

/** The path of the file beside an image that holds its mark. */
export const markBeside = (path: string): string => `${path}.verified`

/** Whether an agent of this host verified the file with the signature data of the mark; always true for an empty mark. */
export const isMarked = async (path: string, mark: string): Promise<boolean> =>
  mark === '' || (await readFile(markBeside(path), 'utf8').catch(() => '')) === mark

/** Records the mark of a verified file. Without it the file is downloaded and verified again. */
export const setMark = async (path: string, mark: string): Promise<void> => {
  if (mark !== '') await writeFile(markBeside(path), mark)
}
