import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentViolations } from './documents.ts'

const paths = [
  'README.md',
  'docs/guides/audit.md',
  'apps/cloud/src/up/fake-drivers.ts',
  'services/compute/src/driver/hypervisor.ts',
  'etc/nimbo/nova.conf.sample',
]

const found = (text: string, path = 'README.md') =>
  documentViolations({
    paths,
    documents: [
      { path, text },
      { path: 'docs/guides/audit.md', text: '# What it *finds*' },
    ],
  }).map(({ line, what }) => `${line} ${what}`)

describe('a reference in a document', () => {
  it('is correct if the file, folder or heading exists', () => {
    const text = [
      '[a](docs/guides/audit.md) [b](docs/guides/) [c](docs/guides/audit.md#what-it-finds) [d](https://example.org/x.md)',
      '`apps/cloud/src/up/` `services/<service>/src/driver/` `apps/cloud/src/up/*-drivers.ts` `up/fake-drivers.ts`',
      '`{docs,apps}/guides/audit.md` `hypervisor.ts` `etc/nova/policy.yaml` `/etc/x.ts` `a / b.ts` `GET /x`',
    ].join('\n')
    assert.deepEqual(found(text), [])
    assert.deepEqual(found('[up](../../README.md)', 'docs/guides/audit.md'), [])
  })

  it('is reported with its line if the target does not exist', () =>
    assert.deepEqual(
      found(
        '\n[a](docs/absent.md) [c](docs/guides/audit.md#nothing)\n`apps/cloud/src/down.ts` `absent.ts` `apps/*/lib/*.ts`',
      ),
      [
        '2 links to docs/absent.md',
        '2 links to docs/guides/audit.md#nothing',
        '3 names apps/cloud/src/down.ts',
        '3 names absent.ts',
        '3 names apps/*/lib/*.ts',
      ],
    ))

  it('is not checked within a code block', () =>
    assert.deepEqual(found('```\ncp `docs/absent.md` [x](absent.md)\n```'), []))
})
