/** The template versions, oldest first, and release names as aliases of some. */
export const hotVersions = [
  '2013-05-23',
  '2014-10-16',
  '2015-04-30',
  '2015-10-15',
  '2016-04-08',
  '2016-10-14',
  '2017-02-24',
  '2017-09-01',
  '2018-03-02',
  '2018-08-31',
  '2021-04-16',
] as const

export type HotVersion = (typeof hotVersions)[number]

export const aliases: Readonly<Record<string, HotVersion>> = {
  newton: '2016-10-14',
  ocata: '2017-02-24',
  pike: '2017-09-01',
  queens: '2018-03-02',
  rocky: '2018-08-31',
  wallaby: '2021-04-16',
}

export const cfnVersions = ['2010-09-09', '2012-12-12'] as const

/** The language and version of a template; `cfn` is AWS's version or Heat's own one, which has no conditions. */
export type Dialect =
  | { readonly kind: 'hot'; readonly version: HotVersion }
  | { readonly kind: 'cfn'; readonly version: (typeof cfnVersions)[number] }

/** A range of HOT versions, inclusive. */
interface Span {
  readonly since?: HotVersion
  readonly until?: HotVersion
}

const always: Span = {}
const from = (since: HotVersion): Span => ({ since })

/** The HOT versions that have each function. */
const hotFunctions: Readonly<Record<string, Span>> = {
  get_param: always,
  get_resource: always,
  get_attr: always,
  get_file: always,
  list_join: always,
  str_replace: always,
  resource_facade: always,
  repeat: from('2015-04-30'),
  digest: from('2015-04-30'),
  str_split: from('2015-10-15'),
  map_merge: from('2016-04-08'),
  map_replace: from('2016-10-14'),
  yaql: from('2016-10-14'),
  if: from('2016-10-14'),
  filter: from('2017-02-24'),
  str_replace_strict: from('2017-02-24'),
  contains: from('2017-09-01'),
  str_replace_vstrict: from('2017-09-01'),
  make_url: from('2017-09-01'),
  list_concat: from('2017-09-01'),
  list_concat_unique: from('2017-09-01'),
  'Fn::Select': { until: '2015-04-30' },
  ...Object.fromEntries(
    [
      'Fn::Base64',
      'Fn::GetAZs',
      'Fn::Join',
      'Fn::MemberListToMap',
      'Fn::Replace',
      'Fn::ResourceFacade',
      'Fn::Split',
      'Ref',
    ].map((name) => [name, { until: '2013-05-23' } as const]),
  ),
}

const hotConditions: Readonly<Record<string, Span>> = {
  equals: from('2016-10-14'),
  get_param: from('2016-10-14'),
  not: from('2016-10-14'),
  and: from('2016-10-14'),
  or: from('2016-10-14'),
  yaql: from('2017-09-01'),
  contains: from('2017-09-01'),
}

const cfnFunctions = [
  ...[
    'Fn::Base64',
    'Fn::FindInMap',
    'Fn::GetAZs',
    'Fn::GetAtt',
    'Fn::Join',
    'Fn::MemberListToMap',
    'Fn::Replace',
  ],
  ...['Fn::ResourceFacade', 'Fn::Select', 'Fn::Split', 'Ref'],
]
const cfnConditions = ['Fn::And', 'Fn::Equals', 'Fn::FindInMap', 'Fn::Not', 'Fn::Or', 'Ref']

const isIn = (version: HotVersion, { since, until }: Span): boolean =>
  (since === undefined || version >= since) && (until === undefined || version <= until)

const namesIn = (table: Readonly<Record<string, Span>>, version: HotVersion): readonly string[] =>
  Object.keys(table).filter((name) => isIn(version, table[name] ?? always))

/** The functions allowed in values. */
export const functionsOf = ({ kind, version }: Dialect): readonly string[] => {
  if (kind === 'hot') return namesIn(hotFunctions, version)
  return version === '2010-09-09' ? [...cfnFunctions, 'Fn::If'] : cfnFunctions
}

/** The functions allowed in conditions. */
export const conditionFunctionsOf = ({ kind, version }: Dialect): readonly string[] => {
  if (kind === 'hot') return namesIn(hotConditions, version)
  return version === '2010-09-09' ? cfnConditions : []
}

/** Functions that only older versions have; using one is an error that says so. */
export const removedFunctionsOf = ({ kind, version }: Dialect): readonly string[] =>
  kind === 'hot'
    ? Object.entries(hotFunctions).flatMap(([name, { until }]) => (until && version > until ? [name] : []))
    : []

/** Whether the template's version has the form of a function introduced in `since`. */
export const hasForm = (dialect: Dialect, since: HotVersion): boolean =>
  dialect.kind === 'hot' && dialect.version >= since
