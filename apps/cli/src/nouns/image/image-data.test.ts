import assert from 'node:assert/strict'
import { constants, createVerify, generateKeyPairSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { ids } from '../../../test/cloud-things.ts'
import { type DoubleCloud, startDoubleCloud } from '../../../test/double-cloud.ts'
import { runAgainst } from '../../../test/run-cli.ts'

const terminal = { terminal: true }
const whole = `[${'='.repeat(29)}>] 100%`

const uploaded = ({ received }: DoubleCloud): readonly string[] =>
  received.filter(({ method }) => method === 'PUT').map(({ body }) => body)

test('--progress draws a bar on a terminal during an upload, and the data is uploaded whole', async () => {
  await using cloud = await startDoubleCloud()
  await using folder = await temporaryDirectory()
  const file = join(folder.path, 'image.raw')
  const data = 'x'.repeat(300_000)
  await writeFile(file, data)
  for (const line of [
    `image create --file ${file} --progress tiny`,
    `image stage --progress --file ${file} tiny`,
  ]) {
    const { code, stderr } = await runAgainst(cloud, line, undefined, terminal)
    assert.equal(code, 0, stderr)
    const bars = stderr.split('\r\u001b[K').slice(1)
    assert.ok(bars.length > 2, 'the bar moves')
    assert.match(bars[0] ?? '', /^\[=+> +\] 22%$/)
    assert.equal(bars.at(-1), `${whole}\n`)
  }
  assert.deepEqual(uploaded(cloud), [data, data])
})

test('no bar is drawn without --progress, without a terminal, or for piped data', async () => {
  await using cloud = await startDoubleCloud()
  await using folder = await temporaryDirectory()
  const file = join(folder.path, 'image.raw')
  await writeFile(file, 'some bytes')
  const unasked = await runAgainst(cloud, `image create --file ${file} tiny`, undefined, terminal)
  const unseen = await runAgainst(cloud, `image create --file ${file} --progress tiny`)
  const piped = await runAgainst(cloud, 'image create --progress tiny', 'some bytes', terminal)
  for (const { code, stderr } of [unasked, unseen, piped]) assert.deepEqual([code, stderr], [0, ''])
  assert.deepEqual(uploaded(cloud), ['some bytes', 'some bytes', 'some bytes'])
})

test('image save --progress draws the bar on stderr, apart from the data', async () => {
  await using cloud = await startDoubleCloud()
  await using folder = await temporaryDirectory()
  const size = 'hello'.length
  cloud.reply(`GET /image/v2/images/${ids.image}`, { status: 200, body: { id: ids.image, size } })
  const file = join(folder.path, 'saved')
  const saved = await runAgainst(
    cloud,
    `image save --progress --file ${file} ${ids.image}`,
    undefined,
    terminal,
  )
  assert.equal(saved.code, 0, saved.stderr)
  assert.equal(await readFile(file, 'utf8'), 'hello')
  const printed = await runAgainst(cloud, `image save --progress ${ids.image}`, undefined, terminal)
  assert.equal(printed.stdout, 'hello')
  for (const { stderr } of [saved, printed]) assert.equal(stderr, `\r\u001b[K${whole}\n`)
})

test('a refused upload ends the bar and deletes the image', async () => {
  await using cloud = await startDoubleCloud()
  await using folder = await temporaryDirectory()
  const file = join(folder.path, 'image.raw')
  await writeFile(file, 'some bytes')
  cloud.reply(`PUT /image/v2/images/${ids.image}/file`, { status: 413, body: 'too large' })
  const { code, stderr } = await runAgainst(
    cloud,
    `image create --progress --file ${file} tiny`,
    undefined,
    terminal,
  )
  assert.equal(code, 1)
  assert.match(stderr, /100%\n.*413/)
  assert.equal(cloud.received.at(-1)?.method, 'DELETE')
})

test('image stage without data is refused', async () => {
  await using cloud = await startDoubleCloud()
  const { code, stderr } = await runAgainst(cloud, 'image stage tiny')
  assert.equal(code, 1)
  assert.match(stderr, /--file/)
  assert.deepEqual(uploaded(cloud), [])
})

test('an image is signed with the given private key, which needs a certificate id too', async () => {
  await using cloud = await startDoubleCloud()
  await using folder = await temporaryDirectory()
  const [file, key] = [join(folder.path, 'image.raw'), join(folder.path, 'key.pem')]
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await writeFile(file, 'some bytes')
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const certificate = '6f1a5f0a-6a0b-4a55-9a53-2f3f4c1d0e11'
  const line = `image create --file ${file} --sign-key-path ${key} --sign-cert-id ${certificate} tiny`
  const { code, stderr } = await runAgainst(cloud, line)
  assert.equal(code, 0, stderr)
  const created = cloud.received.find(({ method, path }) => method === 'POST' && path === '/image/v2/images')
  const { img_signature, ...named } = JSON.parse(created?.body ?? '')
  const verifier = createVerify('sha256').update('some bytes')
  const [padding, saltLength] = [constants.RSA_PKCS1_PSS_PADDING, constants.RSA_PSS_SALTLEN_AUTO]
  assert.ok(verifier.verify({ key: publicKey, padding, saltLength }, img_signature, 'base64'))
  assert.equal(named.img_signature_certificate_uuid, certificate)
  assert.deepEqual([named.img_signature_hash_method, named.img_signature_key_type], ['SHA-256', 'RSA-PSS'])

  for (const half of [`--sign-cert-id ${certificate}`, `--sign-key-path ${key}`]) {
    const refused = await runAgainst(cloud, `image create --file ${file} ${half} tiny`)
    assert.match(refused.stderr, /must both be specified/)
  }
})

test('image create --volume calls the block storage service, and excludes --file', async () => {
  await using cloud = await startDoubleCloud()
  const action = `/volume/v3/volumes/${ids.volume}/action`
  const made = { image_id: ids.image, volume_type: { name: 'file' }, status: 'uploading' }
  cloud.reply(`POST ${action}`, { status: 202, body: { 'os-volume_upload_image': made } })
  const line = `image create --volume ${ids.volume} --force --disk-format qcow2 of-volume`
  const { code, stdout, stderr } = await runAgainst(cloud, `${line} -f value -c image_id -c volume_type`)
  assert.deepEqual([code, stdout], [0, `${ids.image}\nfile\n`], stderr)
  const asked = cloud.received.find(({ path }) => path === action)
  const wanted = { image_name: 'of-volume', force: true, container_format: 'bare', disk_format: 'qcow2' }
  assert.deepEqual(JSON.parse(asked?.body ?? ''), { 'os-volume_upload_image': wanted })

  const both = await runAgainst(cloud, `${line} --file /etc/hostname`)
  assert.equal(both.code, 2)
  assert.match(both.stderr, /not allowed with argument --file/)
})
