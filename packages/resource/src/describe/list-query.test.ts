import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apart, attribute } from './attribute.ts'
import { resource } from './kind.ts'
import { type ListForm, parseListQuery } from './list-query.ts'
import { pageLinks } from './page-links.ts'
import { identified, owned, tagged } from './standard-attributes.ts'
import { accepted, alien, textType } from './value-type.ts'
import { boolean, integer, listOf, orNull, text } from './value-types.ts'

const code = textType((given) =>
  typeof given === 'string' && /^[a-z]{3}$/i.test(given)
    ? accepted(given.toLowerCase())
    : alien(`${given} is no code`),
)

const boat = resource(
  'boat',
  'boats',
  {
    ...identified,
    ...owned,
    name: attribute(text(), {}),
    length: attribute(orNull(integer(1, 5)), {}),
    port: attribute(code, {}),
    afloat: attribute(boolean, {}),
    cargo: attribute(listOf(text()), { filter: false }),
    crew: apart(listOf(text()), {}),
    secret: attribute(text(), { filter: false, sort: false }),
    ...tagged,
  },
  { filters: { shared: boolean } },
)

const failure = (what: string) => (about: unknown) => new Error(`${what} ${about}`)
const form = (longest?: number): ListForm => ({
  aliases: { tenant_id: 'project_id' },
  longest,
  refusals: {
    unknownFilters: failure('unknown filters'),
    badFilter: (name, problem) => new Error(`bad ${name}: ${problem}`),
    badSortKey: failure('sort key'),
    badSortDirection: failure('sort direction'),
    unequalSort: () => new Error('unequal sort'),
    badLimit: failure('limit'),
  },
})
const parse = (query: string, longest?: number) =>
  parseListQuery(boat, new URLSearchParams(query), form(longest))

test('filters have the values of columns, repeated ones are alternatives, and aliases are accepted', () => {
  const { filters, fields } = parse(
    'name=a&name=b&afloat=True&length=3&length=None&tenant_id=p&shared=0&tags-any=x,y&crew=Ann&fields=id&fields=',
  )
  assert.deepEqual(filters, {
    name: ['a', 'b'],
    afloat: [true],
    length: [3, null],
    project_id: ['p'],
    shared: [false],
    'tags-any': ['x,y'],
    crew: ['Ann'],
  })
  assert.deepEqual(fields, ['id'])
})

test('a text filter is converted as for storage, or used as given if it could not be stored', () => {
  const long = 'x'.repeat(300)
  assert.deepEqual(parse(`port=OSL&name=${long}`).filters, { port: ['osl'], name: [long] })
})

test('a filter value that no column can hold matches nothing, and is no error', () => {
  const { filters } = parse('length=99999999999&name=%00')
  assert.deepEqual(filters, { length: [], name: [] })
})

test('the sort order, limit, marker and direction of a page are parsed, and its limit is capped', () => {
  const { page } = parse(
    'sort_key=name&sort_dir=desc&sort_key=id&sort_dir=asc&limit=7&marker=m&page_reverse=True',
    5,
  )
  assert.deepEqual(page, {
    sort: [
      { attribute: 'name', direction: 'desc' },
      { attribute: 'id', direction: 'asc' },
    ],
    limit: 5,
    marker: 'm',
    backwards: true,
  })
  assert.equal(parse('', 5).page.limit, 5)
  assert.equal(parse('limit=0').page.limit, undefined)
})

test('an invalid filter, sort key, sort direction or limit is refused with an error of its own', () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['colour=blue&cargo=salt', /^Error: unknown filters colour,cargo$/],
    ['__proto__=x&toString=y', /^Error: unknown filters __proto__,toString$/],
    ['afloat=perhaps', /^Error: bad afloat: 'perhaps' cannot be converted to boolean$/],
    ['length=long', /^Error: bad length: 'long' is not an integer$/],
    ['sort_key=crew&sort_dir=asc', /^Error: sort key crew$/],
    ['sort_key=cargo&sort_dir=asc', /^Error: sort key cargo$/],
    ['sort_key=secret&sort_dir=asc', /^Error: sort key secret$/],
    ['sort_key=constructor&sort_dir=asc', /^Error: sort key constructor$/],
    ['sort_key=name&sort_dir=up', /^Error: sort direction up$/],
    ['sort_key=name&sort_dir=asc&sort_dir=asc', /^Error: unequal sort$/],
    ['sort_key=name', /^Error: unequal sort$/],
    ['sort_dir=asc', /^Error: unequal sort$/],
    ['port=Oslo', /^Error: bad port: Oslo is no code$/],
    ['limit=-1', /^Error: limit -1$/],
    ['limit=few', /^Error: limit few$/],
  ]
  for (const [query, reason] of cases) assert.throws(() => parse(query), reason)
})

test('pages have links to the next and the previous page, unless they are known to be the last', () => {
  const query = new URLSearchParams('limit=2&name=a')
  const hrefs = (page: Parameters<typeof pageLinks>[2], ids: readonly string[]) =>
    pageLinks('http://c/boats', query, page, ids)?.map(({ rel, href }) => `${rel} ${href}`)
  const at = (rest: string) => `http://c/boats?limit=2&name=a&${rest}`
  const next = (id: string) => `next ${at(`marker=${id}`)}`
  const previous = (id: string) => `previous ${at(`marker=${id}&page_reverse=True`)}`
  assert.equal(hrefs({}, ['a', 'b']), undefined)
  assert.deepEqual(hrefs({ limit: 2 }, []), [`previous ${at('page_reverse=True')}`])
  assert.deepEqual(hrefs({ limit: 2 }, ['a', 'b']), [next('b'), previous('a')])
  assert.deepEqual(hrefs({ limit: 2, marker: 'b' }, ['c']), [previous('c')])
  assert.deepEqual(hrefs({ limit: 2, marker: 'c', backwards: true }, ['a', 'b']), [next('b'), previous('a')])
  assert.deepEqual(hrefs({ limit: 2, marker: 'b', backwards: true }, ['a']), [next('a')])
})
