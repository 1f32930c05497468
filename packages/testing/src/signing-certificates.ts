import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A certificate and its private key, as PEM. */
export interface SigningCertificate {
  readonly name: string
  readonly certificate: string
  readonly key: string
}

export interface WantedCertificate {
  readonly name: string
  /** Its private key; by default one of RSA. */
  readonly key?: 'rsa' | 'dsa' | 'secp384r1'
  /** Who signs it; by default it signs itself. */
  readonly issuer?: SigningCertificate
  /** Whether it may sign others; `pathLength` limits the authorities in between. */
  readonly authority?: { readonly pathLength?: number }
  /** Its validity in days (default 1); negative for a certificate that has expired. */
  readonly days?: number
}

/** Parameters of DSA keys; finding them takes many seconds. */
const dsaParameters = [
  '-----BEGIN DSA PARAMETERS-----',
  'MIIBJwKBgQDsM4AnkAsRa5KGiC808qyAIjFc+SvMcOdYeNR8BGYFVqbx6xqWHSsb',
  'tOaNy9yIjGE9qiuDPiYRahGiW3EtKWMbYWKK8P94l8grvV8VXVhWiegxhaotDbGM',
  'Od2AUdggg/M0NJZIk3Iuw3ZvFFiOUDjtw3yZa+pdA4JR5XVPZaDRcQIdAJH0Ki/u',
  '73noHdWoV9xGBfZ7vWjVUUYJnXAgQvkCgYEA5TIE32uXovjav6c79FpKTsxGiEGH',
  'tjStmVhDcJ5AR8+pgd1fZEmXsMr1Q8G4Dr1XRlaWsK5+1gfA5yFMq/CRUie0S5on',
  'qYsbK9+SkOgkGALX6Ib50D8vutz41Ug/2sv0IdouHBouS6c5cQ/fBALVtirURKAG',
  'KwoAHs/AVZjWWd0=',
  '-----END DSA PARAMETERS-----\n',
].join('\n')

const makeKey = async (kind: WantedCertificate['key'], path: string): Promise<void> => {
  if (kind === 'dsa') {
    await writeFile(`${path}.parameters`, dsaParameters)
    await run('openssl', ['genpkey', '-paramfile', `${path}.parameters`, '-out', path])
  } else if (kind === 'secp384r1')
    await run('openssl', [
      'genpkey',
      '-algorithm',
      'EC',
      '-pkeyopt',
      'ec_paramgen_curve:secp384r1',
      '-out',
      path,
    ])
  else
    await run('openssl', ['genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048', '-out', path])
}

/** Makes certificates in a directory, with openssl as a user would. */
export const certificatesIn =
  (directory: string) =>
  async ({ name, key, issuer, authority, days = 1 }: WantedCertificate): Promise<SigningCertificate> => {
    const file = (of: string, kind: string) => join(directory, `${of}.${kind}`)
    const [keyFile, request, certificate] = [file(name, 'key'), file(name, 'csr'), file(name, 'pem')]
    await makeKey(key, keyFile)
    await run('openssl', ['req', '-new', '-key', keyFile, '-subj', `/CN=${name}`, '-out', request])
    const { pathLength } = authority ?? {}
    const constraints = `basicConstraints=critical,CA:TRUE${pathLength === undefined ? '' : `,pathlen:${pathLength}`}`
    const extensions = authority
      ? [constraints, 'keyUsage=critical,keyCertSign']
      : ['keyUsage=digitalSignature']
    const extensionFile = file(name, 'ext')
    await writeFile(extensionFile, extensions.join('\n'))
    const signer = issuer
      ? ['-CA', file(issuer.name, 'pem'), '-CAkey', file(issuer.name, 'key'), '-CAcreateserial']
      : ['-signkey', keyFile]
    const lasting = ['-days', String(days), '-extfile', extensionFile]
    await run('openssl', ['x509', '-req', '-in', request, ...signer, ...lasting, '-out', certificate])
    return {
      name,
      certificate: await readFile(certificate, 'utf8'),
      key: await readFile(keyFile, 'utf8'),
    }
  }
