import { revokeToken } from '@nimbo/contracts/identity/tokens'
import { textIn } from '../../cloud/json-values.ts'
import { command, one } from '../../grammar/command.ts'
import { fields, nothing } from '../../output/result.ts'

/** Formats `2026-01-31T12:00:00.000000Z` without fractions and with a numeric time zone. */
const expiry = (text: string | undefined): string | undefined => text?.replace(/(\.\d+)?Z$/, '+0000')

const issue = command({
  words: 'token issue',
  summary: 'Issue new token',
  output: 'one',
  run: async (session) => {
    const { token, body } = await session.authenticated()
    const all: [string, string | undefined][] = [
      ['expires', expiry(textIn(body, 'expires_at'))],
      ['id', token],
      ['project_id', textIn(body, 'project', 'id')],
      ['user_id', textIn(body, 'user', 'id')],
      ['domain_id', textIn(body, 'domain', 'id')],
      ['system', body.system === undefined ? undefined : 'all'],
    ]
    return fields(all.filter(([, value]) => value !== undefined))
  },
})

const revoke = command({
  words: 'token revoke',
  summary: 'Revoke existing token',
  output: 'none',
  positionals: { token: one('<token>', 'Token to be deleted') },
  run: async (session, { token }) => {
    await session.api.identity.call(revokeToken, { headers: { 'x-subject-token': token } })
    return nothing
  },
})

export const tokenCommands = [issue, revoke]
