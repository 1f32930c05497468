import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { saml } from './names.ts'
import { parseXml } from './parse-xml.ts'

/** A trusted identity provider with its signing certificates (PEM). */
export interface TrustedProvider {
  readonly entityId: string
  readonly certificates: readonly string[]
}

const mostFiles = 1000

const pem = (base64: string): string => {
  const lines = base64.replace(/\s/g, '').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

const providersIn = async (text: string): Promise<TrustedProvider[]> => {
  const entities = [...(await parseXml(text)).getElementsByTagNameNS(saml.metadata, 'EntityDescriptor')]
  return entities.map((entity) => {
    const keys = [...entity.getElementsByTagNameNS(saml.metadata, 'IDPSSODescriptor')]
      .flatMap((role) => [...role.getElementsByTagNameNS(saml.metadata, 'KeyDescriptor')])
      .filter((key) => key.getAttribute('use') !== 'encryption')
    const certificates = keys
      .flatMap((key) => [...key.getElementsByTagNameNS(saml.signature, 'X509Certificate')])
      .map(({ textContent }) => pem(textContent ?? ''))
    return { entityId: entity.getAttribute('entityID') ?? '', certificates }
  })
}

/**
 * The identity providers with metadata files in a directory. The files are read each time, so that renewed certificates take
 * effect at once.
 */
export const trustedProviders = async (directory: string): Promise<TrustedProvider[]> => {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.xml')).sort()
  const found: TrustedProvider[] = []
  for (const name of names.slice(0, mostFiles))
    found.push(...(await providersIn(await readFile(join(directory, name), 'utf8'))))
  return found
}
