import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ids } from '../../test/cloud-things.ts'
import { startDoubleCloud } from '../../test/double-cloud.ts'
import { runAgainst } from '../../test/run-cli.ts'

const change = `POST /identity/v3/users/${ids.user}/password`

test('user password set asks for the passwords that are not on the command line, where others could read them', async () => {
  await using cloud = await startDoubleCloud()
  cloud.reply(change, { status: 204, body: undefined })
  const asked = await runAgainst(cloud, 'user password set', 'pa55word\nn3w\nn3w\n')
  assert.deepEqual(asked, {
    code: 0,
    stdout: '',
    stderr: 'Current password: New password: Repeat new password: ',
  })
  const half = await runAgainst(cloud, 'user password set --original-password pa55word', 'n3wer\nn3wer\n')
  assert.equal(half.code, 0)
  const sent = cloud.received.filter(({ path }) => path.endsWith('/password'))
  assert.deepEqual(
    sent.map(({ body }) => JSON.parse(body)),
    [
      { user: { original_password: 'pa55word', password: 'n3w' } },
      { user: { original_password: 'pa55word', password: 'n3wer' } },
    ],
  )
})

test('no password is set when the two inputs differ or the input ends', async () => {
  await using cloud = await startDoubleCloud()
  const differ = await runAgainst(cloud, 'user password set', 'pa55word\nn3w\nold\n')
  assert.deepEqual(
    [differ.code, differ.stderr.endsWith('The passwords entered were not the same\n')],
    [1, true],
  )
  const ends = await runAgainst(cloud, 'user create --password-prompt bob', '')
  assert.equal(ends.code, 1)
  assert.match(ends.stderr, /The input ended before a password was entered\.\n$/)
  assert.ok(!cloud.received.some(({ path }) => path.includes('/users')))
})
