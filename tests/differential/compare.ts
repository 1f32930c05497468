import type { Answered } from './asked-cloud.ts'

/** The phrases of libraries for JSON schema, each of which words its errors differently. */
const ofSchemas =
  /is a required property|is not valid under|is not of type|is too (short|long)|should not be valid|does not match|is not one of|is not a '|were unexpected|was unexpected|has non-unique|does not have enough properties|is (less|greater) than|non-empty/

/** The sentence that WebOb puts before the service's own message, by status. */
const ofStatus =
  /^(The server could not comply with the request since it is either malformed or otherwise incorrect\.|There was a conflict when trying to complete your request\.|Access was denied to this resource\.|The resource could not be found\.|The resource could not be generated that was acceptable to your browser \(content of type application\/json\. |The method \w+ is not allowed for this resource\.|This server could not verify that you are authorized to access the document you requested\. Either you supplied the wrong credentials \(e\.g\., bad password\), or your browser does not understand how to supply the credentials required\.|The request you have made requires authentication\.|The Range requested is not available\.|The server has either erred or is incapable of performing the requested operation\.)\s*/

/** The message of an error, without the parts that come from a library. */
const wordsOf = (said: string): string => {
  const text = said
    .replace(/(<br \/>|\s)+/g, ' ')
    .trim()
    .replace(ofStatus, '')
    .trim()
  const field = /^Invalid input for field '[^']*'/.exec(text)
  if (field || ofSchemas.test(text)) return '<what the schema wants>'
  return text.replace(/\.+$/, '')
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

/** The differences of bodies: keys, types and, in refusals, messages; for lists of objects, the keys of their members. */
const bodyDifferences = (
  place: string,
  theirs: unknown,
  ours: unknown,
  refused: boolean,
): readonly string[] => {
  if (kindOf(theirs) !== kindOf(ours)) return [`${place} is ${kindOf(theirs)}, ours ${kindOf(ours)}`]
  if (isRecord(theirs) && isRecord(ours)) return recordDifferences(place, theirs, ours, refused)
  if (Array.isArray(theirs) && Array.isArray(ours)) return listDifferences(place, theirs, ours, refused)
  if (!refused) return []
  const [said, saidHere] = [theirs, ours].map((value) => (typeof value === 'string' ? wordsOf(value) : value))
  return said === saidHere ? [] : [`${place} is ${JSON.stringify(said)}, ours ${JSON.stringify(saidHere)}`]
}

const recordDifferences = (
  place: string,
  theirs: Readonly<Record<string, unknown>>,
  ours: Readonly<Record<string, unknown>>,
  refused: boolean,
): readonly string[] =>
  [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].sort().flatMap((key) => {
    const at = `${place}.${key}`
    if (!(key in ours)) return [`${at} is missing`]
    if (!(key in theirs)) return [`${at} is ours alone`]
    return bodyDifferences(at, theirs[key], ours[key], refused)
  })

/** Merges the objects of a list into one with the keys of all, since their order is not part of the API. */
const together = (list: readonly unknown[]): Readonly<Record<string, unknown>> => {
  const merged: Record<string, unknown> = {}
  for (const [key, value] of list.filter(isRecord).flatMap((one) => Object.entries(one))) {
    const before = merged[key]
    if (isRecord(before) && isRecord(value)) merged[key] = together([before, value])
    else if (Array.isArray(before) && Array.isArray(value)) merged[key] = [...before, ...value]
    else merged[key] = before ?? value
  }
  return merged
}

const listDifferences = (
  place: string,
  theirs: readonly unknown[],
  ours: readonly unknown[],
  refused: boolean,
): readonly string[] => {
  const things = [...theirs, ...ours].some(isRecord)
  if (!things && JSON.stringify([...theirs].sort()) !== JSON.stringify([...ours].sort()))
    return [`${place} is ${JSON.stringify(theirs)}, ours ${JSON.stringify(ours)}`]
  if ((theirs.length === 0) !== (ours.length === 0))
    return [`${place} has ${theirs.length}, ours ${ours.length}`]
  return things ? bodyDifferences(`${place}[]`, together(theirs), together(ours), refused) : []
}

/** The differences between our answer and the recorded one. */
export const differencesOf = (theirs: Answered, ours: Answered): readonly string[] => {
  if (theirs.status !== ours.status) return [`status ${theirs.status}, ours ${ours.status}`]
  return bodyDifferences('', theirs.body, ours.body, theirs.status >= 400)
}
