import { isAbsolute, relative, resolve } from 'node:path'
import { type Suite, suites } from './suites.ts'

/** The request that the arguments of `nimbo test` express. */
export type Asked =
  | { readonly kind: 'help' }
  /** Everything that a change must pass. */
  | { readonly kind: 'whole' }
  /** One suite: of a program the words are its options, of other suites the files to run, none meaning all. */
  | { readonly kind: 'suite'; readonly suite: Suite; readonly words: readonly string[] }
  | { readonly kind: 'files'; readonly files: readonly string[]; readonly watch: boolean }
  | { readonly kind: 'wrong'; readonly complaint: string }

/** A file as seen from the root; patterns and files outside stay as they are. */
const fromRoot = (file: string, root: string, from: string): string => {
  const path = relative(root, resolve(from, file))
  return path.startsWith('..') || isAbsolute(path) ? file : path
}

/** Parses the arguments; file names are relative to the directory `from`. */
export const readWords = (words: readonly string[], root: string, from: string): Asked => {
  const [first, ...rest] = words
  if (first === undefined) return { kind: 'whole' }
  if (['--help', '-h'].includes(first)) return { kind: 'help' }
  const suite = suites.find(({ name }) => name === first)
  if (suite?.kind === 'program') return { kind: 'suite', suite, words: rest }
  const watch = words.includes('--watch')
  const named = (suite === undefined ? words : rest).filter((word) => word !== '--watch')
  const unknown = named.find((word) => word.startsWith('-'))
  if (unknown !== undefined) return { kind: 'wrong', complaint: `unknown option ${unknown}` }
  if (watch && (suite !== undefined || named.length === 0))
    return { kind: 'wrong', complaint: '--watch needs the files to watch' }
  const files = named.map((file) => fromRoot(file, root, from))
  return suite === undefined ? { kind: 'files', files, watch } : { kind: 'suite', suite, words: files }
}
