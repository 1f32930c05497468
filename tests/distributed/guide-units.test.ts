import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { rolesOf } from '@nimbo/cloud/cloud-role'
import { commonOptions } from '@nimbo/service/common-options'
import { services } from '@nimbo/cloud/services'
import { loadConfig } from '@nimbo/config/load-config'
import { guideBlocks } from './guide/guide-blocks.ts'
import { parseUnit, serviceOf } from './guide/unit-file.ts'

const template = fileURLToPath(new URL('../../etc/systemd/nimbo@.service', import.meta.url))
/** What a process may need past its grace to let go of what it holds. */
const closingSeconds = 10

describe('the unit of the guide', () => {
  const unit = parseUnit(readFileSync(template, 'utf8'))
  const setting = (section: string, name: string): string | undefined =>
    unit.get(section)?.get(name)?.join(' ')

  it('runs the role that it is an instance of, where the guide has the clone', () => {
    assert.deepEqual(serviceOf(unit, 'nova-api').command, ['/opt/nimbo/nimbo', 'serve', 'nova-api'])
    assert.ok(
      guideBlocks().some(({ script }) => script.includes('cp /opt/nimbo/etc/systemd/nimbo@.service ')),
    )
  })

  it('counts as started when the role says so, through the program that says it', () => {
    assert.deepEqual([setting('Service', 'Type'), setting('Service', 'NotifyAccess')], ['notify', 'all'])
  })

  it('is started again whenever it ends, and without end', () => {
    assert.equal(setting('Service', 'Restart'), 'always')
    assert.equal(setting('Unit', 'StartLimitIntervalSec'), '0')
  })

  it('lets the role wait for its database as long as the role is told to', () => {
    assert.equal(setting('Service', 'TimeoutStartSec'), 'infinity')
  })

  it('leaves alone what a role started and what is to outlive it', () => {
    assert.equal(setting('Service', 'KillMode'), 'process')
  })

  it('gives the role the time to end that it takes', () => {
    const { DEFAULT } = loadConfig({ files: [], env: {}, options: commonOptions })
    const seconds = Number(setting('Service', 'TimeoutStopSec'))
    assert.ok(seconds > DEFAULT.graceful_shutdown_timeout + closingSeconds)
  })

  it('has instances in the guide for every role but the metadata server, and for none that is not there', () => {
    const started = guideBlocks().flatMap(({ script }) =>
      [...script.matchAll(/nimbo@(?<role>[\w-]+)/g)].map(({ groups }) => groups?.role),
    )
    // Which the guide describes apart: it needs a secret that it shares with the agents.
    const wanted = rolesOf(services)
      .map(({ name }) => name)
      .filter((name) => name !== 'nova-api-metadata')
    assert.deepEqual([...new Set(started)].sort(), wanted.sort())
  })
})
