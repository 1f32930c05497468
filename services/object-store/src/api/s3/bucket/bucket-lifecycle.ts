import { Type } from 'typebox'
import type { SwiftApp } from '../../../app/app.ts'
import { lifecycleOf } from '../../../app/lifecycle-of.ts'
import type { LifecycleRule } from '../../../domain/s3/lifecycle.ts'
import { keptOfBucket } from '../../../domain/s3/system-metadata.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { requireBucket } from '../require-bucket.ts'
import type { S3Handler, S3Request } from '../s3-request.ts'
import { requireDocument, xmlReply } from '../xml.ts'
import { settingForgotten, settingKept } from './kept-settings.ts'

const Rule = Type.Object({
  ID: Type.Optional(Type.String({ maxLength: 255 })),
  Status: Type.Union([Type.Literal('Enabled'), Type.Literal('Disabled')]),
  Prefix: Type.Optional(Type.String()),
  Filter: Type.Optional(
    Type.Union([Type.Object({ Prefix: Type.Optional(Type.String()) }), Type.Literal('')]),
  ),
  Expiration: Type.Optional(
    Type.Object({
      Days: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })),
      Date: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT00:00:00(\\.0+)?Z$' })),
    }),
  ),
})

const Configuration = Type.Object({ Rule: Type.Array(Rule, { minItems: 1, maxItems: 1000 }) })

const served = new Set(['ID', 'Status', 'Prefix', 'Filter', 'Expiration'])

/**
 * Reads the rules of a lifecycle configuration. Only expiration by prefix is implemented; rules with anything else are refused.
 */
const read = async (request: S3Request): Promise<readonly LifecycleRule[]> => {
  const { Rule: rules } = await requireDocument(request, 'LifecycleConfiguration', Configuration)
  return rules.map((rule) => {
    const { ID, Status, Prefix, Filter, Expiration } = rule
    const filters = Object.keys(typeof Filter === 'object' ? Filter : {})
    if (Object.keys(rule).some((name) => !served.has(name)) || filters.some((name) => name !== 'Prefix'))
      throw s3Errors.NotImplemented()
    const { Days, Date: date } = Expiration ?? {}
    if ((Days === undefined) === (date === undefined)) throw s3Errors.MalformedXML()
    return {
      ...(ID === undefined ? {} : { id: ID }),
      isEnabled: Status === 'Enabled',
      prefix: (typeof Filter === 'object' ? Filter.Prefix : undefined) ?? Prefix ?? '',
      expiry: date === undefined ? { days: Number(Days) } : { date },
    }
  })
}

export const setBucketLifecycle = (app: SwiftApp): S3Handler => settingKept(app, keptOfBucket.lifecycle, read)
export const removeBucketLifecycle = (app: SwiftApp): S3Handler =>
  settingForgotten(app, keptOfBucket.lifecycle)

export const showBucketLifecycle =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    const rules = lifecycleOf((await requireBucket(app, request, 'own')).metadata)
    if (rules === undefined) throw s3Errors.NoSuchLifecycleConfiguration()
    return xmlReply('LifecycleConfiguration', {
      Rule: rules.map(({ id, isEnabled, prefix, expiry }) => ({
        ...(id === undefined ? {} : { ID: id }),
        Filter: { Prefix: prefix },
        Status: isEnabled ? 'Enabled' : 'Disabled',
        Expiration: 'days' in expiry ? { Days: expiry.days } : { Date: expiry.date },
      })),
    })
  }
