import type { JsonObject } from '@nimbo/kernel/json'

/** The versions of the OpenStack format, oldest first; `latest` sorts after all dates. */
export const openstackVersions = [
  ...['2012-08-10', '2013-04-04', '2013-10-17', '2015-10-15', '2016-06-30', '2016-10-06'],
  ...['2017-02-22', '2018-08-27', '2020-10-14', '2025-04-04', 'latest'],
]

/** The versions of the EC2 format, oldest first. */
export const ec2Versions = [
  ...['1.0', '2007-01-19', '2007-03-01', '2007-08-29', '2007-10-10', '2007-12-15'],
  ...['2008-02-01', '2008-09-01', '2009-04-04', 'latest'],
]

/** Whether a version has what came with `since`. */
export const has = (version: string, since: string): boolean => version >= since

/** Whether a folder of the OpenStack format has the password that the guest sets; the config drive, which it cannot change, does not. */
export const hasPassword = (version: string): boolean =>
  openstackVersions.includes(version) && has(version, '2013-04-04')

/** Those of the values that a version has; values that `since` does not name are in all. */
export const shownIn = (
  version: string,
  since: Readonly<Record<string, string>>,
  values: JsonObject,
): JsonObject =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => !Object.hasOwn(since, name) || has(version, since[name] ?? '')),
  )
