import assert from 'node:assert/strict'
import { constants, createSign, randomBytes } from 'node:crypto'
import { after, before, it } from 'node:test'
import { certificatesIn, type SigningCertificate } from '@nimbo/testing/signing-certificates'
import { type TemporaryDirectory, temporaryDirectory } from '@nimbo/testing/temporary-directory'
import type { Client } from '@nimbo/testkit/client'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus, showServer } from '@nimbo/testkit/servers'

inEachShape('servers with signed images', { hosts: 1, distributedByName: true }, (cloud) => {
  let ada: Client
  let flavorRef = ''
  let directory: TemporaryDirectory | undefined
  let signer: SigningCertificate
  const data = randomBytes(4096)
  /** Ids of certificates in the key manager. */
  const ids = { root: '', signer: '', stranger: '' }

  const keep = async ({ name, certificate }: SigningCertificate): Promise<string> => {
    const stored = await ada['key-manager'].post('/v1/secrets', {
      ...{ name, secret_type: 'certificate', payload_content_type: 'application/octet-stream' },
      ...{ payload: Buffer.from(certificate).toString('base64'), payload_content_encoding: 'base64' },
    })
    assert.equal(stored.status, 201, JSON.stringify(stored.body))
    return String(stored.body.secret_ref).split('/').at(-1) ?? ''
  }

  before(async () => {
    ada = await cloud().person('ada')
    flavorRef = await makeFlavor(cloud().admin)
    directory = await temporaryDirectory()
    const make = certificatesIn(directory.path)
    const root = await make({ name: 'root', authority: {} })
    signer = await make({ name: 'signer', issuer: root })
    ids.root = await keep(root)
    ids.signer = await keep(signer)
    ids.stranger = await keep(await make({ name: 'stranger', authority: {} }))
  })
  after(() => directory?.[Symbol.asyncDispose]())

  const signedImage = (ofData: Uint8Array = data): Promise<string> => {
    const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_MAX_SIGN: saltLength } = constants
    const properties = {
      img_signature: createSign('sha256')
        .update(ofData)
        .sign({ key: signer.key, padding, saltLength }, 'base64'),
      ...{ img_signature_hash_method: 'SHA-256', img_signature_key_type: 'RSA-PSS' },
      img_signature_certificate_uuid: ids.signer,
    }
    return makeImage(ada, { data, properties })
  }
  const boot = (imageRef: string, trusted?: readonly string[]): Promise<string> =>
    bootServer(ada, {
      ...{ imageRef, flavorRef, networks: 'none' },
      ...(trusted === undefined ? {} : { trusted_image_certificates: trusted }),
    })
  const trustedBy = async (id: string): Promise<unknown> =>
    (await ada.compute.get(`/servers/${id}`)).body.server.trusted_image_certificates
  const whyNot = async (id: string): Promise<string> => {
    await serverInStatus(ada, id, 'ERROR')
    const { fault } = await showServer(cloud().admin, id)
    return `${fault?.message} ${fault?.details}`
  }

  it('boot, and are rebuilt, if a trusted certificate issued the certificate of the signature', async () => {
    const imageRef = await signedImage()
    const id = await boot(imageRef, [ids.stranger, ids.root])
    await serverInStatus(ada, id, 'ACTIVE')
    assert.deepEqual(await trustedBy(id), [ids.stranger, ids.root])
    const trusted_image_certificates = [ids.root]
    const rebuild = { imageRef, trusted_image_certificates }
    const asked = await ada.compute.post(`/servers/${id}/action`, { rebuild })
    assert.equal(asked.status, 202, JSON.stringify(asked.body))
    await serverInStatus(ada, id, 'ACTIVE')
    assert.deepEqual(await trustedBy(id), [ids.root])
  })

  it('fail if no trusted certificate issued that, even if the host has the image already', async () => {
    const imageRef = await signedImage()
    await serverInStatus(ada, await boot(imageRef), 'ACTIVE')
    assert.match(
      await whyNot(await boot(imageRef, [ids.stranger])),
      new RegExp(`certificate validation failed for certificate: ${ids.signer}`),
    )
  })

  it('fail if the signature is not that of the data, or there is none', async () => {
    const other = await signedImage(randomBytes(4096))
    assert.match(
      await whyNot(await boot(other, [ids.root])),
      new RegExp(`image ${other} failed: Signature verification failed`),
    )
    const unsigned = await makeImage(ada, { data })
    assert.match(await whyNot(await boot(unsigned, [ids.root])), /Missing property: img_signature/)
  })

  it('fail if their owner may not read the certificate of the signature', async () => {
    const eve = await cloud().person('eve')
    const id = await bootServer(eve, {
      ...{ imageRef: await makeImage(eve, { data, properties: await propertiesOf(await signedImage()) }) },
      ...{ flavorRef, networks: 'none', trusted_image_certificates: [ids.root] },
    })
    await serverInStatus(eve, id, 'ERROR')
    const { fault } = await showServer(cloud().admin, id)
    assert.match(
      `${fault?.message} ${fault?.details}`,
      new RegExp(`Certificate not found with ID: ${ids.signer}`),
    )
  })

  it('are refused when they boot from a volume and name trusted certificates', async () => {
    const imageRef = await signedImage()
    const server = {
      ...{ name: 'on-volume', flavorRef, networks: 'none', trusted_image_certificates: [ids.root] },
      block_device_mapping_v2: [
        { boot_index: 0, source_type: 'image', destination_type: 'volume', uuid: imageRef, volume_size: 1 },
      ],
    }
    const { status, body } = await ada.compute.post('/servers', { server })
    assert.equal(status, 400)
    assert.match(body.badRequest.message, /not supported when booting from volume/)
  })

  const propertiesOf = async (image: string): Promise<Record<string, unknown>> => {
    const { body } = await ada.image.get(`/v2/images/${image}`)
    return Object.fromEntries(Object.entries(body).filter(([name]) => name.startsWith('img_signature')))
  }
})
