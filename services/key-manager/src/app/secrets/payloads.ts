import { allOrNone } from '@nimbo/db/all-or-none'
import { timestamp } from '@nimbo/kernel/clock'
import { fillSecret } from '../../db/secrets.ts'
import type { Secret } from '../../db/tables.ts'
import { fromBase64, isText, normalType } from '../../domain/media-types.ts'
import { errors } from '../../errors.ts'
import type { KeyApp } from '../key-app.ts'

/** Decrypts a secret's payload, with the media type that the caller accepts, or its own. */
export const openPayload = async (
  app: KeyApp,
  secret: Secret,
  accepted: string | undefined,
): Promise<{ readonly type: string; readonly bytes: Buffer }> => {
  if (secret.content_type === null || secret.sealed === null) throw errors.NoPayload()
  const type = accepted === '*/*' ? secret.content_type : normalType(accepted ?? 'application/octet-stream')
  if (type === undefined) throw errors.WrongContentType()
  const bytes = await app.vault.open(app.db, secret)
  if (isText(type) && !Buffer.from(bytes.toString('utf8')).equals(bytes)) throw errors.WrongContentType()
  return { type, bytes }
}

const decoded = (body: Buffer, type: string, encoding: string | undefined): Buffer => {
  if (isText(type) || encoding === undefined) return body
  if (encoding.toLowerCase() !== 'base64') throw errors.WrongEncoding()
  const bytes = fromBase64(body.toString('latin1'))
  if (!bytes) throw errors.WrongEncoding()
  return bytes
}

/** Adds the payload of a secret created without one. */
export const fillPayload =
  (app: KeyApp) =>
  async (
    secret: Secret,
    body: Buffer,
    form: { readonly type: string; readonly encoding: string | undefined },
  ) => {
    if (body.length === 0) throw errors.NoData()
    if (body.length > app.config.DEFAULT.max_allowed_secret_in_bytes) throw errors.TooLarge()
    if (secret.sealed !== null) throw errors.HasPayload()
    const content_type = normalType(form.type) ?? form.type
    const bytes = decoded(body, content_type, form.encoding)
    await allOrNone(app.db, async (db) => {
      const sealed = await app.vault.seal(db, secret, bytes)
      const updated = timestamp(app.clock)
      if (!(await fillSecret(db, secret.id, { content_type, ...sealed, updated }))) throw errors.HasPayload()
    })
  }
