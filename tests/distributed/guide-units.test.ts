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
/** The time that a process may need after its grace period to close its connections. */
const closingSeconds = 10

describe('the systemd unit of the guide', () => {
  const unit = parseUnit(readFileSync(template, 'utf8'))
  const setting = (section: string, name: string): string | undefined =>
    unit.get(section)?.get(name)?.join(' ')

  it('runs the role named by its instance, from the directory in which the guide puts the clone', () => {
    assert.deepEqual(serviceOf(unit, 'nova-api').command, ['/opt/nimbo/nimbo', 'serve', 'nova-api'])
    assert.ok(
      guideBlocks().some(({ script }) => script.includes('cp /opt/nimbo/etc/systemd/nimbo@.service ')),
    )
  })

  it('counts as started when any of its processes notifies systemd', () => {
    assert.deepEqual([setting('Service', 'Type'), setting('Service', 'NotifyAccess')], ['notify', 'all'])
  })

  it('is always restarted, without a limit', () => {
    assert.equal(setting('Service', 'Restart'), 'always')
    assert.equal(setting('Unit', 'StartLimitIntervalSec'), '0')
  })

  it('has no start timeout, so that the role decides how long it waits for its database', () => {
    assert.equal(setting('Service', 'TimeoutStartSec'), 'infinity')
  })

  it('kills only the main process, since some children must outlive the role', () => {
    assert.equal(setting('Service', 'KillMode'), 'process')
  })

  it('has a stop timeout longer than the grace period of the role', () => {
    const { DEFAULT } = loadConfig({ files: [], env: {}, options: commonOptions })
    const seconds = Number(setting('Service', 'TimeoutStopSec'))
    assert.ok(seconds > DEFAULT.graceful_shutdown_timeout + closingSeconds)
  })

  it('is started in the guide for every role except the metadata server, and for no unknown role', () => {
    const started = guideBlocks().flatMap(({ script }) =>
      [...script.matchAll(/nimbo@(?<role>[\w-]+)/g)].map(({ groups }) => groups?.role),
    )
    // The guide describes the metadata server separately, since it shares a secret with the agents.
    const wanted = rolesOf(services)
      .map(({ name }) => name)
      .filter((name) => name !== 'nova-api-metadata')
    assert.deepEqual([...new Set(started)].sort(), wanted.sort())
  })
})
