import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { SwiftApp } from '../../../app/app.ts'
import type { CorsRule } from '../../../domain/s3/cors.ts'
import { keptOfBucket } from '../../../domain/s3/system-metadata.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { requireBucket } from '../require-bucket.ts'
import type { S3Handler, S3Request } from '../s3-request.ts'
import { requireDocument, xmlReply } from '../xml.ts'
import { settingForgotten, settingKept } from './kept-settings.ts'

const texts = Type.Array(Type.String(), { minItems: 1 })

const Configuration = Type.Object({
  CORSRule: Type.Array(
    Type.Object({
      ID: Type.Optional(Type.String({ maxLength: 255 })),
      AllowedOrigin: texts,
      AllowedMethod: texts,
      AllowedHeader: Type.Optional(texts),
      ExposeHeader: Type.Optional(texts),
      MaxAgeSeconds: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })),
    }),
    { minItems: 1, maxItems: 100 },
  ),
})

const Kept = Type.Array(
  Type.Object({
    id: Type.Optional(Type.String()),
    origins: Type.Array(Type.String()),
    methods: Type.Array(Type.String()),
    headers: Type.Array(Type.String()),
    exposed: Type.Array(Type.String()),
    maxAge: Type.Optional(Type.Number()),
  }),
)

/** The CORS rules of a bucket; undefined if it has none. */
export const corsOf = (metadata: Readonly<Record<string, string>>): readonly CorsRule[] | undefined => {
  const kept = metadata[keptOfBucket.cors]
  return kept === undefined ? undefined : Value.Parse(Kept, JSON.parse(kept))
}

const read = async (request: S3Request): Promise<readonly CorsRule[]> => {
  const { CORSRule } = await requireDocument(request, 'CORSConfiguration', Configuration)
  return CORSRule.map(({ ID, AllowedOrigin, AllowedMethod, AllowedHeader, ExposeHeader, MaxAgeSeconds }) => {
    const strange = AllowedMethod.find((one) => !['GET', 'PUT', 'HEAD', 'POST', 'DELETE'].includes(one))
    if (strange !== undefined)
      throw s3Errors.InvalidRequest({
        reason: `Found unsupported HTTP method in CORS config. Unsupported method is ${strange}`,
      })
    const wild = [...AllowedOrigin, ...(AllowedHeader ?? [])].find((one) => one.split('*').length > 2)
    if (wild !== undefined)
      throw s3Errors.InvalidRequest({ reason: `"${wild}" can not have more than one wildcard.` })
    return {
      ...{ origins: AllowedOrigin, methods: AllowedMethod },
      ...{ headers: AllowedHeader ?? [], exposed: ExposeHeader ?? [] },
      ...(ID === undefined ? {} : { id: ID }),
      ...(MaxAgeSeconds === undefined ? {} : { maxAge: Number(MaxAgeSeconds) }),
    }
  })
}

export const setBucketCors = (app: SwiftApp): S3Handler => settingKept(app, keptOfBucket.cors, read)
export const removeBucketCors = (app: SwiftApp): S3Handler => settingForgotten(app, keptOfBucket.cors)

export const showBucketCors =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    const rules = corsOf((await requireBucket(app, request, 'own')).metadata)
    if (rules === undefined) throw s3Errors.NoSuchCORSConfiguration()
    return xmlReply('CORSConfiguration', {
      CORSRule: rules.map(({ id, origins, methods, headers, exposed, maxAge }) => ({
        ...(id === undefined ? {} : { ID: id }),
        ...{ AllowedOrigin: origins, AllowedMethod: methods, AllowedHeader: headers, ExposeHeader: exposed },
        ...(maxAge === undefined ? {} : { MaxAgeSeconds: maxAge }),
      })),
    })
  }
