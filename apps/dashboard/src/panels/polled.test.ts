import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationCredentials } from './identity/application-credentials.ts'
import { trusts } from './identity/trusts.ts'
import { agents } from './network/agents.ts'
import { networkAgents } from './network/network-agents.ts'

test('lists are polled whose changes no event announces to those who see them', () => {
  for (const { id, polled } of [agents, networkAgents, applicationCredentials, trusts])
    assert.equal(polled, true, id)
})
