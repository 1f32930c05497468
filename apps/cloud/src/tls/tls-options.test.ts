import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ownTls } from './own-authority.ts'
import { loadConfig } from '@nimbo/config/load-config'
import type { OptionGroup } from '@nimbo/config/option-group'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { type TlsNames, tlsFilesOf, usualTls } from '@nimbo/service/listening-tls'
import { readClientTls, readServerTls } from '@nimbo/service/read-tls'
import type { ReadOptions } from '@nimbo/service/read-options'

const reader =
  (env: Readonly<Record<string, string>>): ReadOptions =>
  <Group extends OptionGroup>(options: readonly Group[]) =>
    loadConfig({ files: [], env, options })

const nova: TlsNames = {
  ...{ section: 'wsgi', cert: 'ssl_cert_file', key: 'ssl_key_file', ca: 'ssl_ca_file' },
  enabledBy: { option: 'enabled_ssl_apis', api: 'metadata' },
}

test('an API uses TLS if a certificate is configured, unless another option turns TLS on', () => {
  assert.equal(tlsFilesOf(usualTls, reader({})), undefined)
  assert.deepEqual(tlsFilesOf(usualTls, reader({ OS_SSL__CERT_FILE: '/c.pem' })), {
    ...{ cert: '/c.pem', key: '/c.pem', option: '[ssl] cert_file' },
  })
})

test('with enabled_ssl_apis only the listed APIs use TLS, and a certificate alone does not enable it', () => {
  const cert = { OS_WSGI__SSL_CERT_FILE: '/c.pem', OS_WSGI__SSL_KEY_FILE: '/k.pem' }
  assert.equal(tlsFilesOf(nova, reader(cert)), undefined)
  assert.equal(
    tlsFilesOf(nova, reader({ ...cert, OS_DEFAULT__ENABLED_SSL_APIS: 'osapi_compute' })),
    undefined,
  )
  assert.deepEqual(
    tlsFilesOf(
      nova,
      reader({
        ...cert,
        OS_DEFAULT__ENABLED_SSL_APIS: 'osapi_compute, metadata',
        OS_WSGI__SSL_CA_FILE: '/a.pem',
      }),
    ),
    { cert: '/c.pem', key: '/k.pem', ca: '/a.pem', optional: false, option: '[wsgi] ssl_cert_file' },
  )
})

test('an unusable certificate, key or CA file is refused with its option', async () => {
  await using home = await temporaryDirectory()
  const state = { directory: async () => home.path }
  await ownTls(state, ['localhost'], Date.now())
  const at = (name: string): string => join(home.path, name)
  const option = '[ssl] cert_file'
  const read = (cert: string, key: string) => () =>
    readServerTls('glance.conf', { cert: at(cert), key: at(key), option })
  const { cert, clientAuthorities } = readServerTls('glance.conf', {
    ...{ cert: at('server.pem'), key: at('server.key'), ca: at('ca.pem'), option },
  })
  assert.match(cert, /BEGIN CERTIFICATE/)
  assert.match(clientAuthorities ?? '', /BEGIN CERTIFICATE/)
  await writeFile(at('nothing'), 'nothing')
  assert.throws(
    read('absent.pem', 'server.key'),
    /glance\.conf: \[ssl\] cert_file: .*absent\.pem cannot be read/,
  )
  assert.throws(read('nothing', 'server.key'), /there is no certificate in .*nothing/)
  assert.throws(read('server.pem', 'nothing'), /there is no private key in .*nothing/)
  assert.throws(read('server.pem', 'ca.key'), /is not that of the certificate/)
  assert.throws(() => readServerTls('nova.conf', { cert: '', key: '', option }), /must be set/)
  const nobody = { certfile: undefined, keyfile: undefined, insecure: false }
  assert.deepEqual(readClientTls('here', { ...nobody, cafile: undefined }), { insecure: false })
  assert.throws(
    () => readClientTls('here', { ...nobody, cafile: at('nothing') }),
    /^UserError: here: there is no/,
  )
})
