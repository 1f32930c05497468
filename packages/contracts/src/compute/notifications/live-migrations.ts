import { startAndEnd, namedNotifications } from './servers.ts'

/** Live migrations. */
export const liveMigrationNotifications = {
  pre: namedNotifications(
    { versioned: 'live_migration_pre', unversioned: 'live_migration.pre' },
    startAndEnd,
  ),
  post: namedNotifications(
    { versioned: 'live_migration_post', unversioned: 'live_migration._post' },
    startAndEnd,
  ),
  postDest: namedNotifications(
    { versioned: 'live_migration_post_dest', unversioned: 'live_migration.post.dest' },
    startAndEnd,
  ),
  rollback: namedNotifications(
    { versioned: 'live_migration_rollback', unversioned: 'live_migration._rollback' },
    startAndEnd,
  ),
  rollbackDest: namedNotifications(
    { versioned: 'live_migration_rollback_dest', unversioned: 'live_migration.rollback.dest' },
    startAndEnd,
  ),
  abort: namedNotifications(
    { versioned: 'live_migration_abort', unversioned: 'live.migration.abort' },
    startAndEnd,
  ),
  forceComplete: namedNotifications(
    { versioned: 'live_migration_force_complete', unversioned: 'live.migration.force.complete' },
    startAndEnd,
  ),
}
