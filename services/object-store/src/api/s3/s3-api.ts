import { anonymousContext } from '@nimbo/http/anonymous-context'
import { faultwrap } from '@nimbo/http/filters/faultwrap'
import { type Handler, type HttpRequest, withHeaders } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import type { Tracer } from '@nimbo/trace/tracer'
import { keystoneAccess } from '../../app/access/keystone-access.ts'
import type { FindSigner, Signer } from '../../app/access/s3-signers.ts'
import type { SwiftApp } from '../../app/app.ts'
import { writersCheck } from '../../app/closed-to-writers.ts'
import { pieceSignatures } from '../../domain/s3/piece-signatures.ts'
import { readSignature2 } from '../../domain/s3/read-signature-2.ts'
import { readSignature4 } from '../../domain/s3/read-signature-4.ts'
import type { Signature, SignedRequest } from '../../domain/s3/signature.ts'
import { s3Errors } from '../../s3-errors.ts'
import { PolicyAnswer } from '../policy-answer.ts'
import { answeringPreflights, withOriginHeaders } from './cross-origin.ts'
import { errorReply } from './error-reply.ts'
import { isSignedInPieces, payloadOf, payloadWord } from './payload/payload-of.ts'
import { s3Metering } from './metering.ts'
import { s3RateLimit } from './rate-limit.ts'
import { s3Dispatcher } from './s3-dispatch.ts'
import { s3Fault } from './s3-fault.ts'
import { type Named, namedBy } from './s3-path.ts'
import type { S3Request } from './s3-request.ts'

const requireTime = (app: SwiftApp, { signedAt, until }: Signature): void => {
  const now = app.clock.now()
  const skew = app.config['filter:s3api'].allowable_clock_skew * 1000
  if (until !== undefined && until < now) throw s3Errors.ExpiredRequest()
  if (signedAt === undefined) return
  const isLate = until === undefined && signedAt < now - skew
  if (isLate || signedAt > now + skew) throw s3Errors.RequestTimeTooSkewed()
}

/** Reads the signature of a request, which is verified later. Throws without one: there is no anonymous access. */
const signatureOf = (app: SwiftApp, http: HttpRequest, { hostBucket }: Named): Signature => {
  const { method, query, headers } = http
  const signed: SignedRequest = { method, query, headers, hostBucket, path: http.mount + http.path }
  const signature = readSignature4(signed) ?? readSignature2(signed)
  if (!signature) throw s3Errors.AccessDenied()
  requireTime(app, signature)
  return signature
}

const requestOf = async (
  app: SwiftApp,
  http: HttpRequest,
  { bucket, key }: Named,
  { signature, signer }: { readonly signature: Signature; readonly signer: Signer },
): Promise<S3Request> => {
  const config = app.config['filter:keystoneauth']
  const { context, projectId } = signer
  const { method, query, headers } = http
  const inPieces = isSignedInPieces(payloadWord(http)) && signature.scope !== undefined
  const pieces = inPieces
    ? pieceSignatures(await signer.secret(), signature.scope, signature.signature)
    : undefined
  if (isSignedInPieces(payloadWord(http)) && !pieces) throw s3Errors.SignatureDoesNotMatch()
  return {
    ...{ method, bucket, key, query, headers, http },
    ...payloadOf(http, pieces),
    account: `${config.reseller_prefix}_${projectId}`,
    owner: { id: projectId, name: context.projectName ?? projectId },
    access: keystoneAccess(config, context),
  }
}

interface S3ApiParts {
  readonly findSigner: FindSigner
  readonly tracer: Tracer
}

/** Serves the S3 API on the same accounts, containers and objects as Swift's. */
export const s3Api = (app: SwiftApp, { findSigner, tracer }: S3ApiParts): Handler => {
  const dispatch = s3Dispatcher(app)
  const limit = s3RateLimit(app)
  const checkWriters = writersCheck(app)
  const carryOut = s3Metering(app)
  const answer: Handler = async (http) => {
    const named = namedBy(app.config['filter:s3api'], http)
    const signature = signatureOf(app, http, named)
    const signer = await findSigner(anonymousContext(http.state), signature)
    http.state.context = signer.context
    const request = await requestOf(app, http, named, { signature, signer })
    const { name, handle } = dispatch(request)
    http.state.operation = `s3.${name}`
    try {
      await limit(request)
      const { method, account, query, key: object } = request
      const deletesMany = method === 'POST' && object === undefined && query.has('delete')
      await checkWriters?.({ method, account, deletesMany })
      return await tracer.span(signer.context, `s3.${name}`, () => carryOut(signer.context, request, handle))
    } catch (error) {
      if (error instanceof PolicyAnswer) return bytes(204, undefined, {})
      throw await s3Fault(app, request, error)
    }
  }
  const inItsWords = faultwrap({
    envelope: errorReply,
    unexpected: 'We encountered an internal error. Please try again.',
    // Responses have no `WWW-Authenticate` header that refers to Keystone.
    identityUri: '',
    log: app.log,
  })(answeringPreflights(app)(answer))
  const toPages = withOriginHeaders(app)(inItsWords)
  return async (http) => {
    const { requestId } = http.state
    const headers = { 'x-amz-request-id': requestId, 'x-amz-id-2': requestId }
    // A signed request for this path is one for a bucket named `healthcheck`.
    if (http.path === '/healthcheck' && http.headers.authorization === undefined && http.query.size === 0)
      return bytes(200, 'OK', { 'content-type': 'text/plain' })
    return withHeaders(await toPages(http), headers)
  }
}
