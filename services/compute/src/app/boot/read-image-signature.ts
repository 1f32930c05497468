import type { ImageSignature, KeptCertificate } from '@nimbo/contracts/compute-rpc/image-signature'
import type { Context } from '@nimbo/kernel/context'
import { signatureOf } from '../../domain/images/signed-image.ts'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import { errors } from '../../errors.ts'
import type { Clients } from '../app.ts'
import type { ComputeConfig } from '../compute-options.ts'

type Image = NonNullable<RequestSpec['image']>
type Options = ComputeConfig['glance']

/** The certificates that the server's image is validated with: those of the request, or the default ones. */
export const trustedCertificates = (
  { verify_glance_signatures, enable_certificate_validation, default_trusted_certificate_ids }: Options,
  asked: readonly string[] | null | undefined,
): readonly string[] | undefined => {
  if (asked && asked.length > 0) return asked
  const usesDefault = verify_glance_signatures && enable_certificate_validation
  return usesDefault && default_trusted_certificate_ids.length > 0
    ? default_trusted_certificate_ids
    : undefined
}

/** Throws if certificates are given for a server that has no image because it boots from a volume. */
export const refuseCertificatesOnVolume = (trusted: readonly string[] | undefined, how: string): void => {
  if (trusted !== undefined)
    throw errors.BadRequest({ reason: `Image certificate validation is not supported ${how}` })
}

/**
 * Reads from the key manager, as the user, the data with which hosts verify an image, and adds it to the image. A host
 * has no user's token, so the certificates travel with the request. As in Nova, a certificate that cannot be read fails
 * the build and not the request. An image with trusted certificates is verified even if the operator does not require
 * it.
 */
export const readImageSignature =
  ({
    clients,
    config,
  }: {
    readonly clients: Pick<Clients, 'keys'>
    readonly config: Pick<ComputeConfig, 'glance'>
  }) =>
  async (ctx: Context, image: Image, trusted: readonly string[] | undefined): Promise<Image> => {
    const { verify_glance_signatures: always, enable_certificate_validation: validates } = config.glance
    if (!always && trusted === undefined) return image
    return { ...image, signature: await readMaterial(ctx, clients, image, { trusted, validates }) }
  }

const readCertificate = async (
  ctx: Context,
  { keys }: Pick<Clients, 'keys'>,
  id: string,
): Promise<KeptCertificate | undefined> => {
  const content = await keys.certificate(ctx, id)
  return content && { id, content: content.toString('base64') }
}

const readMaterial = async (
  ctx: Context,
  clients: Pick<Clients, 'keys'>,
  image: Image,
  { trusted, validates }: { readonly trusted: readonly string[] | undefined; readonly validates: boolean },
): Promise<ImageSignature> => {
  const told = signatureOf(image)
  if ('missing' in told)
    return {
      problem: `Required image properties for signature verification do not exist. Cannot verify signature. Missing property: ${told.missing}`,
    }
  if (trusted === undefined && validates)
    return {
      problem:
        'Image signature certificate validation enabled, but no trusted certificate IDs were provided. Unable to validate the certificate used to verify the image signature.',
    }
  const { certificateId, ...signed } = told
  const certificate = await readCertificate(ctx, clients, certificateId)
  if (certificate === undefined) return { problem: `Certificate not found with ID: ${certificateId}` }
  if (trusted === undefined) return { ...signed, certificate }
  const read = await Promise.all(trusted.map((id) => readCertificate(ctx, clients, id)))
  return { ...signed, certificate, trusted: read.filter((one) => one !== undefined) }
}
