-- effectiveRoles
with recursive actors(kind, id) as (select 'user' as kind, cast(? as text) as id
    union all select 'group', group_id
    from group_members
    where user_id = ?
    union all select 'group', group_id
    from federated_memberships
    where user_id = ?
    and expires_at > ?), above(id) as ( select parent_id
    from projects
    where id = ?
    and ? = 'project' union select projects.parent_id
    from projects join above on projects.id = above.id), held(id) as ( select a.role_id
    from role_assignments a join actors on actors.id = a.actor_id
    and actors.kind = a.actor_type
    where a.target_id = ?
    and a.target_type = ?
    and a.inherited = 0 union select a.role_id
    from role_assignments a join actors on actors.id = a.actor_id
    and actors.kind = a.actor_type
    where a.inherited = 1
    and a.target_id in (select id
      from above) union select implied_role_id
    from implied_roles join held on prior_role_id = held.id) select roles.id, roles.name
  from roles join held on roles.id = held.id
  where roles.domain_id is null
  order by roles.name
  limit 1000;

-- targetsOf
with recursive actors(kind, id) as (select 'user' as kind, cast(? as text) as id
    union all select 'group', group_id
    from group_members
    where user_id = ?
    union all select 'group', group_id
    from federated_memberships
    where user_id = ?
    and expires_at > ?), below(id) as ( select projects.id
    from projects
    where projects.is_domain = 0
    and projects.parent_id in ( select a.target_id
      from role_assignments a join actors on actors.id = a.actor_id
      and actors.kind = a.actor_type
      where a.inherited = 1) union select projects.id
    from projects join below on projects.parent_id = below.id) select a.target_id as id
  from role_assignments a join actors on actors.id = a.actor_id
  and actors.kind = a.actor_type
  where a.inherited = 0
  and a.target_type = ? union select id
  from below
  where ? = 'project'
  order by id
  limit 10000;

-- list
select *
  from "role_assignments"
  order by "actor_id" asc, "target_id" asc, "role_id" asc, "inherited" asc, "actor_type" asc, "target_type" asc
  limit 10000;
select *
  from "role_assignments"
  where "actor_id" = ?
  and "target_id" = ?
  and "role_id" = ?
  and "actor_type" = ?
  and "target_type" = ?
  and "inherited" = ?
  order by "actor_id" asc, "target_id" asc, "role_id" asc, "inherited" asc, "actor_type" asc, "target_type" asc
  limit 10000;
select *
  from "role_assignments"
  where "actor_type" = ?
  and "actor_id" = ?
  and "target_id" in (?, ?)
  order by "actor_id" asc, "target_id" asc, "role_id" asc, "inherited" asc, "actor_type" asc, "target_type" asc
  limit 10000;

-- add
insert into "role_assignments" ("actor_id", "target_id", "role_id", "inherited", "actor_type", "target_type")
  values (?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- remove
delete
  from "role_assignments"
  where "inherited" = ?
  and "actor_id" = ?
  and "target_id" = ?
  and "role_id" = ?
  and "actor_type" = ?
  and "target_type" = ?;

-- removeActor
delete
  from "role_assignments"
  where "actor_id" = ?
  and "actor_type" = ?;

-- removeTarget
delete
  from "role_assignments"
  where "target_id" = ?;
