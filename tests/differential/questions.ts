import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A request that is asked of clouds; `{name}` stands for what an earlier answer or the setting gave. */
export interface Question {
  /** Its line as it stands in the file. */
  readonly line: string
  readonly who: string
  readonly method: string
  readonly path: string
  readonly version: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** What the answer must hold at last, as the cloud may still be at work: a path in its body and a value. */
  readonly until: readonly [string, string] | undefined
  /** What is kept of the answer: a path in its body by name, or `header` for the token. */
  readonly kept: Readonly<Record<string, string>>
}

/** Questions that build upon each other, asked in order. */
export interface Story {
  /** Begins with the name of the service. */
  readonly name: string
  readonly questions: readonly Question[]
}

const parts =
  /^(?<who>[a-z]+) (?<method>[A-Z]+) (?<path>\S+)(?: @(?<version>\S+))?(?: \{(?<header>[a-z-]+=[^ ]+)\})?(?: (?<body>[[{"].*?))??(?: until (?<until>\S+=\S+))?(?: > (?<kept>\S+=\S+(?: \S+=\S+)*))?$/

const pairOf = (text: string): [string, string] => {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}

const questionOf = (line: string): Question => {
  const found = parts.exec(line)?.groups
  if (!found) throw new Error(`this is no question: ${line}`)
  const { who = '', method = '', path = '', version, header, body, until, kept } = found
  return {
    ...{ line, who, method, path, version, body },
    headers: header === undefined ? {} : Object.fromEntries([pairOf(header)]),
    until: until === undefined ? undefined : pairOf(until),
    kept: Object.fromEntries((kept?.split(' ') ?? []).map(pairOf)),
  }
}

/** Every story of a folder, by name. */
export const readStories = (folder: string): readonly Story[] =>
  readdirSync(folder)
    .sort()
    .map((file) => ({
      name: file.replace(/\.http$/, ''),
      questions: readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map(questionOf),
    }))
