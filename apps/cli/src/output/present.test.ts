import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { listCell } from './cells.ts'
import { present, type Wishes } from './present.ts'
import { Formatted, fields, listOf } from './result.ts'

const wishes = (more: Partial<Wishes>): Wishes => ({
  format: 'table',
  columns: [],
  sortColumns: [],
  descending: false,
  noindent: false,
  printEmpty: false,
  width: 0,
  quote: 'nonnumeric',
  prefix: '',
  ...more,
})

const servers = listOf(
  { Name: 'name', RAM: 'ram', Tags: (row) => listCell(row.tags), Up: 'up' },
  [
    { name: 'web', ram: 512, tags: ['b', 'a'], up: true },
    { name: 'née "x"', ram: 64, tags: [], up: null },
  ],
  { Host: 'host' },
)

const server = fields([
  ['name', 'web'],
  ['OS-EXT:host', null],
  ['tags', listCell(['b', 'a'])],
])

test('a table aligns numbers to the right and pads cells to the width of their column', () => {
  const expected = `
+---------+-----+------+------+
| Name    | RAM | Tags | Up   |
+---------+-----+------+------+
| web     | 512 | a, b | True |
| née "x" |  64 |      | None |
+---------+-----+------+------+
`
  assert.equal(`\n${present(servers, wishes({}))}`, expected)
})

test('cells with several lines or wide characters keep the columns aligned', () => {
  const table = present(
    fields([
      ['a', 'one\ntwo'],
      ['b', '雲'],
    ]),
    wishes({}),
  )
  const expected = `
+-------+-------+
| Field | Value |
+-------+-------+
| a     | one   |
|       | two   |
| b     | 雲    |
+-------+-------+
`
  assert.equal(`\n${table}`, expected)
})

test('control characters in a cell are shown, not sent to the terminal', () => {
  const name = 'web\u001b[2J\u001b]0;title\u0007\u009b1m'
  assert.match(present(fields([['name', name]]), wishes({})), / web\\x1b\[2J\\x1b\]0;title\\x07\\x9b1m /)
})

test('a table is wrapped to the requested width', () => {
  const one = fields([
    ['id', '44444444-4444-4444-8444-444444444444'],
    ['words', 'one two three four five six seven'],
  ])
  const expected = `
+-------+----------------+
| Field | Value          |
+-------+----------------+
| id    | 44444444-4444- |
|       | 4444-8444-     |
|       | 444444444444   |
| words | one two three  |
|       | four five six  |
|       | seven          |
+-------+----------------+
`
  assert.equal(`\n${present(one, wishes({ width: 28 }))}`, expected)
  assert.equal(present(one, wishes({ width: 500 })), present(one, wishes({})))
})

test('an empty list is printed as a blank line, or as an empty table if requested', () => {
  const none = listOf({ ID: 'id', Name: 'name' }, [])
  assert.equal(present(none, wishes({})), '\n')
  assert.equal(
    present(none, wishes({ printEmpty: true })),
    '+----+------+\n| ID | Name |\n+----+------+\n+----+------+\n',
  )
  assert.equal(present(none, wishes({ format: 'json' })), '[]\n')
})

test('json prints raw values, with other characters than ASCII escaped', () => {
  assert.deepEqual(JSON.parse(present(servers, wishes({ format: 'json' })))[0], {
    Name: 'web',
    RAM: 512,
    Tags: ['b', 'a'],
    Up: true,
  })
  assert.equal(
    present(servers, wishes({ format: 'json', noindent: true, columns: ['Name', 'Tags'] })),
    '[{"Name": "web", "Tags": ["b", "a"]}, {"Name": "n\\u00e9e \\"x\\"", "Tags": []}]\n',
  )
})

test('yaml sorts keys and quotes text that would be read as another type', () => {
  const one = listOf({ Name: 'name', Flag: 'flag', At: 'at' }, [{ name: 'yes', flag: null, at: ['1', 'x'] }])
  assert.equal(
    present(one, wishes({ format: 'yaml' })),
    "- At:\n  - '1'\n  - x\n  Flag: null\n  Name: 'yes'\n",
  )
})

test('csv quotes text but not numbers, or only where necessary', () => {
  assert.equal(
    present(servers, wishes({ format: 'csv' })),
    '"Name","RAM","Tags","Up"\n"web",512,"[\'b\', \'a\']",True\n"née ""x""",64,"[]",""\n',
  )
  assert.equal(
    present(servers, wishes({ format: 'csv', quote: 'minimal', columns: ['Name'] })),
    'Name\nweb\n"née ""x"""\n',
  )
})

test('csv writes what Python writes: truth values bare, formatted cells as text, backslashes doubled', () => {
  const odd = listOf(
    {
      Name: 'name',
      Shared: 'shared',
      State: (row) => new Formatted(row.up, 'UP'),
      Tags: () => listCell(null),
    },
    [{ name: 'a\\b', shared: false, up: true }],
  )
  assert.equal(
    present(odd, wishes({ format: 'csv' })),
    '"Name","Shared","State","Tags"\n"a\\\\b",False,"True","None"\n',
  )
})

test('value prints lists and None as Python does', () => {
  assert.equal(
    present(servers, wishes({ format: 'value' })),
    "web 512 ['b', 'a'] True\nnée \"x\" 64 [] None\n",
  )
  assert.equal(present(server, wishes({ format: 'value', columns: ['name'] })), 'web\n')
})

test('shell prints fields as variables with a prefix', () => {
  assert.equal(
    present(server, wishes({ format: 'shell', prefix: 's_' })),
    's_os_ext_host="None"\ns_name="web"\ns_tags="[\'b\', \'a\']"\n',
  )
})

test('a script that evaluates the shell format runs nothing that a name or value contains', () => {
  const hostile = fields([
    ['description', 'a $(echo "run") `echo run` $HOME \\ "quoted" end\\'],
    ['x;echo run;y', 'one'],
  ])
  const assignments = present(hostile, wishes({ format: 'shell' }))
  const script = `${assignments}printf '%s|%s' "$description" "$x_echo_run_y"`
  const printed = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })
  assert.equal(printed, 'a $(echo "run") `echo run` $HOME \\ "quoted" end\\|one')
})

test('columns are in the order of the command, optional ones only if named', () => {
  assert.equal(
    present(servers, wishes({ format: 'csv', columns: ['RAM', 'Name'] })).split('\n')[0],
    '"Name","RAM"',
  )
  assert.equal(
    present(servers, wishes({ format: 'csv', columns: ['Host', 'Name'] })).split('\n')[0],
    '"Name","Host"',
  )
  assert.throws(
    () => present(servers, wishes({ columns: ['Colour'] })),
    /No recognized column names in \['Colour'\]/,
  )
})

test('rows are sorted by the given columns, numbers as numbers', () => {
  const sorted = (more: Partial<Wishes>) =>
    present(servers, wishes({ format: 'value', columns: ['RAM'], sortColumns: ['RAM'], ...more }))
  assert.equal(sorted({}), '64\n512\n')
  assert.equal(sorted({ descending: true }), '512\n64\n')
})
