import { randomBytes } from 'node:crypto'
import * as operations from '@nimbo/contracts/identity/ec2-credentials'
import { answer } from '@nimbo/http/answer'
import { errors } from '../../errors.ts'
import { handle } from '../../api/handle.ts'
import { wholeLinks, withSelf } from '../../api/links.ts'
import { knownBeyond } from '../token/known-beyond.ts'
import { tokenView } from '../token/view.ts'
import { refuseRestricted } from '../../app/refuse-restricted.ts'
import type { Credential } from '../credential/credentials.ts'
import { isInReach, refuseOutOfReach } from '../credential/delegated-reach.ts'
import { readEc2Blob } from '../credential/ec2-blob.ts'

const mostListed = 1000
const ofUser = { comparison: 'equals', ignoreCase: false } as const
const newKey = (): string => randomBytes(16).toString('hex')

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const view =
  (base: string) =>
  ({ user_id, project_id, blob }: Credential): operations.Ec2CredentialView => {
    const { access, secret, trust_id } = readEc2Blob(blob)
    const shown = { access, secret: textIn(secret) ?? '', user_id, tenant_id: project_id }
    const self = `${base}/v3/users/${user_id}/credentials/OS-EC2/${access}`
    return withSelf(self, { ...shown, trust_id: textIn(trust_id) })
  }

const create = handle(
  operations.createEc2Credential,
  async ({ ctx, app, params: { user_id }, body: { tenant_id: project_id }, base }) => {
    // Keystone's error for a missing `project_id`: it looks up the project `None`.
    if (project_id === undefined) throw errors.NotFound({ type: 'project', id: 'None' })
    const token = await app.tokens.validate(ctx.token ?? '')
    refuseRestricted(token, 'additional credentials')
    const blob = JSON.stringify({ access: newKey(), secret: newKey(), trust_id: null })
    const given = { user_id, type: 'ec2', project_id, blob, extra: {} }
    return { credential: view(base)(await app.credentials.create(ctx, token, given)) }
  },
  { given: ({ params: { user_id } }) => ({ user_id, target: { credential: { user_id } } }) },
)

const list = handle(operations.listEc2Credentials, async (call) => {
  const { ctx, app, found, base } = call
  const token = await app.tokens.validate(ctx.token ?? '')
  const filters = [
    { column: 'user_id', ...ofUser, value: found.user.id },
    { column: 'type', ...ofUser, value: 'ec2' },
  ]
  const kept = await app.credentials.list(filters, { limit: mostListed })
  const seen = kept.filter((one) => isInReach(token, one))
  return { credentials: seen.map(view(base)), ...wholeLinks(call) }
})

const show = handle(operations.showEc2Credential, async ({ ctx, app, found, base }) => {
  refuseOutOfReach(await app.tokens.validate(ctx.token ?? ''), found.ec2_credential)
  return { credential: view(base)(found.ec2_credential) }
})

const remove = handle(operations.deleteEc2Credential, async ({ ctx, app, found }) => {
  await app.credentials.remove(ctx, await app.tokens.validate(ctx.token ?? ''), found.ec2_credential)
})

const signedIn = (body: {
  readonly credentials?: operations.SignedView
  readonly credential?: operations.SignedView
  readonly ec2Credentials?: operations.SignedView
}) => body.credentials ?? body.credential ?? body.ec2Credentials ?? {}

const ec2Token = handle(operations.checkEc2Signature, async ({ app, body }) => {
  const { id, token } = await app.signedRequests.check('ec2', signedIn(body))
  return answer(
    { token: tokenView(token, await knownBeyond(app, token)) },
    { headers: { 'x-subject-token': id } },
  )
})

/** The object store only needs to know who signed a request: the reply describes the token but does not contain it. */
const s3Token = handle(operations.checkS3Signature, async ({ app, body }) => {
  const { token } = await app.signedRequests.check('s3', signedIn(body))
  return { token: tokenView(token, await knownBeyond(app, token)) }
})

export const ec2CredentialRoutes = [create, list, show, remove, ec2Token, s3Token]
