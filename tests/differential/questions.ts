import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A request that is sent to clouds; `{name}` stands for a value of this run or one kept from an earlier answer. */
export interface Question {
  /** Its line in the file. */
  readonly line: string
  readonly who: string
  readonly method: string
  readonly path: string
  readonly version: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** A path in the body and a value: the request is repeated until the answer has it, since the cloud may still be working. */
  readonly until: readonly [string, string] | undefined
  /** The values of the answer to keep: for each name a path in the body, or `header` for the token. */
  readonly kept: Readonly<Record<string, string>>
}

/** Requests that depend on each other, sent in order. */
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

/** All stories in a folder, sorted by name. */
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
