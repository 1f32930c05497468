import { constants, createPrivateKey, createSign, type KeyObject } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { askSecret } from '../../cloud/ask-secret.ts'
import { CliError } from '../../cloud/cli-error.ts'
import type { Session } from '../../cloud/session.ts'
import type { Row } from '../../output/result.ts'

interface Signing {
  readonly file: string | undefined
  /** The private key, in PEM. */
  readonly signKeyPath: string | undefined
  /** The key manager's secret with the certificate of the key. */
  readonly signCertId: string | undefined
}

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MISSING_PASSPHRASE'

const privateKey = async ({ streams }: Session, path: string): Promise<KeyObject> => {
  try {
    const key = await readFile(path)
    try {
      return createPrivateKey(key)
    } catch (error) {
      if (!isLocked(error)) throw error
      const passphrase = await askSecret(streams, 'Private key password', false)
      return createPrivateKey({ key, passphrase })
    }
  } catch {
    throw new CliError('Error during sign operation: private key could not be loaded.')
  }
}

/**
 * Properties with the signature of a file, which Nova verifies before it boots from the image: RSA-PSS of its SHA-256, as the
 * openstack client signs. None unless both options are given.
 */
export const signatureProperties = async (
  session: Session,
  { file, signKeyPath, signCertId }: Signing,
): Promise<Row> => {
  if (signKeyPath === undefined && signCertId === undefined) return {}
  if (file === undefined)
    throw new CliError(
      'signing an image requires the --file option, passing files via stdin when signing is not supported.',
    )
  if (signKeyPath === undefined || signCertId === undefined)
    throw new CliError(
      "'sign-key-path' and 'sign-cert-id' must both be specified when attempting to sign an image.",
    )
  const key = await privateKey(session, signKeyPath)
  const signer = createSign('sha256')
  await pipeline(createReadStream(file), signer)
  const signed = signer.sign(
    { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_MAX_SIGN },
    'base64',
  )
  return {
    img_signature: signed,
    img_signature_certificate_uuid: signCertId,
    img_signature_hash_method: 'SHA-256',
    img_signature_key_type: 'RSA-PSS',
  }
}
