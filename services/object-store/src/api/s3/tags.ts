import { Type } from 'typebox'
import type { HttpResponse } from '@nimbo/http/message'
import { s3Errors } from '../../s3-errors.ts'
import type { S3Request } from './s3-request.ts'
import { requireDocument, xmlReply } from './xml.ts'

const Tagging = Type.Object({
  TagSet: Type.Union([
    Type.Object({
      Tag: Type.Optional(Type.Array(Type.Object({ Key: Type.String(), Value: Type.String() }))),
    }),
    Type.Literal(''),
  ]),
})

const longest = { key: 128, value: 256 }

/** Tags as they are stored: in the form of a query string. Throws on too many tags and on duplicate keys. */
export const writtenTags = (tags: readonly (readonly [string, string])[], most: number): string => {
  if (tags.length > most) throw s3Errors.InvalidTag({ reason: `There may be at most ${most} tags.` })
  if (new Set(tags.map(([key]) => key)).size < tags.length)
    throw s3Errors.InvalidTag({ reason: 'Cannot provide multiple Tags with the same key' })
  for (const [key, value] of tags)
    if (key === '' || key.length > longest.key || value.length > longest.value)
      throw s3Errors.InvalidTag({ reason: 'The TagKey or TagValue you have provided is invalid' })
  return new URLSearchParams(Object.fromEntries(tags)).toString()
}

/** Reads the tags in the document of a request. */
export const readTags = async (request: S3Request, most: number): Promise<string> => {
  const { TagSet } = await requireDocument(request, 'Tagging', Tagging)
  const tags = TagSet === '' ? [] : (TagSet.Tag ?? [])
  return writtenTags(
    tags.map(({ Key, Value }) => [Key, Value] as const),
    most,
  )
}

export const tagsReply = (written: string): HttpResponse =>
  xmlReply('Tagging', {
    TagSet: { Tag: [...new URLSearchParams(written)].map(([Key, Value]) => ({ Key, Value })) },
  })
