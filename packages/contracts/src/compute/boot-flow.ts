/** How to find a line's span in the trace of a request. */
export interface LineSpan {
  readonly name: string
  /** In the trace in which the user's token was issued. */
  readonly trace?: 'token'
  /** Only below the span of that line. */
  readonly within?: number
  /** Only above a span with this name, that is, the enclosing request. */
  readonly around?: string
  /** Only the first such span below each; otherwise all (a second host, a retry). */
  readonly firstOnly?: boolean
}

/** A line of the boot flow: a hop between parts of the cloud, and its span. */
export interface FlowLine {
  readonly line: number
  readonly from: string
  readonly to: string
  readonly how: 'REST' | 'RPC cast' | 'RPC call' | 'RPC reply' | 'DB' | 'inside'
  readonly what: string
  readonly span: LineSpan
}

/**
 * The hops between a user's request and the running server, with the spans that each part records. Spans about one server have
 * the attribute `resource` with its id; `issue-token` has the token's audit id, and `record-request` the server's: that is how
 * traces are found.
 */
export const bootFlow = [
  {
    line: 1,
    from: 'client',
    to: 'keystone',
    how: 'REST',
    what: 'Asks for a token with credentials',
    span: { name: 'http-request', trace: 'token', around: 'issue-token' },
  },
  {
    line: 2,
    from: 'keystone',
    to: 'keystone',
    how: 'inside',
    what: 'Checks the credentials, issues a token with roles and the service catalog',
    span: { name: 'issue-token', trace: 'token' },
  },
  {
    line: 3,
    from: 'client',
    to: 'nova-api',
    how: 'REST',
    what: 'Asks for a server',
    span: { name: 'http-request', around: 'record-request' },
  },
  {
    line: 4,
    from: 'nova-api',
    to: 'keystone',
    how: 'REST',
    what: 'Is the token valid?',
    span: { name: 'validate-token', within: 3, firstOnly: true },
  },
  {
    line: 5,
    from: 'keystone',
    to: 'nova-api',
    how: 'inside',
    what: 'User, project and roles; policy is enforced on them',
    span: { name: 'enforce-policy', within: 3, firstOnly: true },
  },
  {
    line: 6,
    from: 'nova-api',
    to: 'nova-api',
    how: 'inside',
    what: 'Checks flavor, key pair, server group and block devices',
    span: { name: 'check-request', within: 3 },
  },
  {
    line: 7,
    from: 'nova-api',
    to: 'glance',
    how: 'REST',
    what: 'Does the image exist, is it active, does it fit the flavor?',
    span: { name: 'check-image', within: 3 },
  },
  {
    line: 8,
    from: 'nova-api',
    to: 'neutron',
    how: 'REST',
    what: 'Do networks, ports and security groups exist, and do the ports fit the quota?',
    span: { name: 'check-networks', within: 3 },
  },
  {
    line: 9,
    from: 'nova-api',
    to: 'database',
    how: 'DB',
    what: 'Counts usage over all cells against the limits',
    span: { name: 'check-quota', within: 3 },
  },
  {
    line: 10,
    from: 'nova-api',
    to: 'database',
    how: 'DB',
    what: 'Request spec, build request, instance mapping, group member and flow, in one transaction',
    span: { name: 'record-request', within: 3 },
  },
  {
    line: 11,
    from: 'nova-api',
    to: 'client',
    how: 'REST',
    what: 'Accepted: id, links, admin password',
    span: { name: 'accept-request', within: 3 },
  },
  {
    line: 12,
    from: 'nova-api',
    to: 'nova-conductor',
    how: 'RPC cast',
    what: 'Schedule and build',
    span: { name: 'cast-schedule-and-build' },
  },
  {
    line: 13,
    from: 'nova-conductor',
    to: 'nova-scheduler',
    how: 'RPC call',
    what: 'Select destinations, with alternates',
    span: { name: 'select-destinations' },
  },
  {
    line: 14,
    from: 'nova-scheduler',
    to: 'placement',
    how: 'REST',
    what: 'Which providers have room and traits?',
    span: { name: 'get-allocation-candidates' },
  },
  {
    line: 15,
    from: 'nova-scheduler',
    to: 'nova-scheduler',
    how: 'inside',
    what: 'Filters hosts one filter after another, then weighs them',
    span: { name: 'filter-and-weigh' },
  },
  {
    line: 16,
    from: 'nova-scheduler',
    to: 'placement',
    how: 'REST',
    what: 'Claims the best host; on a conflict the next',
    span: { name: 'claim-host' },
  },
  {
    line: 17,
    from: 'nova-scheduler',
    to: 'nova-conductor',
    how: 'RPC reply',
    what: 'Host, node, limits, and alternates in the same cell',
    span: { name: 'reply-destinations' },
  },
  {
    line: 18,
    from: 'nova-conductor',
    to: 'database',
    how: 'DB',
    what: 'Creates the instance in the cell of the host; the mapping gets its cell',
    span: { name: 'create-in-cell' },
  },
  {
    line: 19,
    from: 'nova-conductor',
    to: 'database',
    how: 'DB',
    what: 'Checks the quota again, since others asked at the same time',
    span: { name: 'recheck-quota' },
  },
  {
    line: 20,
    from: 'nova-conductor',
    to: 'database',
    how: 'DB',
    what: 'Deletes the build request',
    span: { name: 'delete-build-request' },
  },
  {
    line: 21,
    from: 'nova-conductor',
    to: 'nova-compute',
    how: 'RPC cast',
    what: 'Build and run, with the alternates',
    span: { name: 'cast-build-and-run' },
  },
  {
    line: 22,
    from: 'nova-compute',
    to: 'nova-conductor',
    how: 'RPC call',
    what: 'Reads the instance and claims resources on the host',
    span: { name: 'claim-resources' },
  },
  {
    line: 23,
    from: 'nova-compute',
    to: 'neutron',
    how: 'REST',
    what: 'Creates or updates ports and binds them to the host',
    span: { name: 'allocate-networks' },
  },
  {
    line: 24,
    from: 'neutron',
    to: 'keystone',
    how: 'REST',
    what: 'Is the token valid?',
    span: { name: 'validate-token', within: 23, firstOnly: true },
  },
  {
    line: 25,
    from: 'nova-compute',
    to: 'cinder',
    how: 'REST',
    what: 'Attachments and how to reach the volumes',
    span: { name: 'attach-volumes' },
  },
  {
    line: 26,
    from: 'cinder',
    to: 'keystone',
    how: 'REST',
    what: 'Is the token valid?',
    span: { name: 'validate-token', within: 25, firstOnly: true },
  },
  {
    line: 27,
    from: 'nova-compute',
    to: 'glance',
    how: 'REST',
    what: 'Brings the image into the cache of the host, checked against its hash, and makes the root disk',
    span: { name: 'fetch-image' },
  },
  {
    line: 28,
    from: 'nova-compute',
    to: 'nova-compute',
    how: 'inside',
    what: 'Config drive, injected files, definition of the domain',
    span: { name: 'prepare-disk-config' },
  },
  {
    line: 29,
    from: 'nova-compute',
    to: 'hypervisor',
    how: 'inside',
    what: 'Plugs interfaces, starts the domain, waits until it runs and its ports are up',
    span: { name: 'spawn' },
  },
  {
    line: 30,
    from: 'nova-compute',
    to: 'nova-conductor',
    how: 'RPC call',
    what: 'The server is ACTIVE: host, addresses, launch time',
    span: { name: 'report-active' },
  },
] as const satisfies readonly FlowLine[]
