-- groupIdsOf
select "group_id"
  from "group_members"
  where "user_id" = ?
  order by "group_id"
  limit 10000;

-- expiringGroupsOf
select "group_id", max("expires_at") as "expires_at"
  from "federated_memberships"
  where "user_id" = ?
  and "expires_at" > ?
  group by "group_id"
  order by "group_id"
  limit 10000;

-- userIdsOf
select "user_id"
  from "group_members"
  where "group_id" = ?
  and "user_id" > ? union select "user_id"
  from "federated_memberships"
  where "group_id" = ?
  and "expires_at" > ?
  and "user_id" > ?
  order by "user_id"
  limit 10000;

-- addMember
insert into "group_members" ("group_id", "user_id")
  values (?, ?)
  on conflict do nothing;

-- isMember
select "user_id"
  from "group_members"
  where "group_id" = ?
  and "user_id" = ? union select "user_id"
  from "federated_memberships"
  where "group_id" = ?
  and "user_id" = ?
  and "expires_at" > ?;

-- removeMember
delete
  from "group_members"
  where "group_id" = ?
  and "user_id" = ?;

-- tagsOf
select *
  from "project_tags"
  where "project_id" in (?, ?)
  order by "name"
  limit 160;

-- replaceTags
delete
  from "project_tags"
  where "project_id" = ?;
insert into "project_tags" ("project_id", "name")
  values (?, ?), (?, ?);

-- addTag
insert into "project_tags" ("project_id", "name")
  values (?, ?)
  on conflict do nothing;

-- removeTag
delete
  from "project_tags"
  where "project_id" = ?
  and "name" = ?;

-- projectsTagged
select "id"
  from "projects"
  where "is_domain" = ?
  and "id" in (select "project_id"
    from "project_tags"
    where "name" in (?, ?)
    group by "project_id"
    having count("name") = ?)
  order by "id"
  limit 10000;
select "id"
  from "projects"
  where "is_domain" = ?
  and "id" in (select "project_id"
    from "project_tags"
    where "name" in (?, ?)
    group by "project_id"
    having count("name") = ?)
  and "id" in (select "project_id"
    from "project_tags"
    where "name" in (?, ?))
  and "id" not in (select "project_id"
    from "project_tags"
    where "name" in (?, ?)
    group by "project_id"
    having count("name") = ?)
  and "id" not in (select "project_id"
    from "project_tags"
    where "name" in (?, ?))
  order by "id"
  limit 10000;

-- forgetDefaultProject
update "users"
  set "default_project_id" = ?
  where "default_project_id" = ?;

-- impliedRules
select *
  from "implied_roles"
  order by "prior_role_id", "implied_role_id"
  limit 10000;

-- addImplied
insert into "implied_roles" ("prior_role_id", "implied_role_id")
  values (?, ?)
  on conflict do nothing;

-- removeImplied
delete
  from "implied_roles"
  where "prior_role_id" = ?
  and "implied_role_id" = ?;

-- roleIdsOfCredential
select "role_id"
  from "application_credential_roles"
  where "application_credential_id" = ?
  order by "role_id"
  limit 1000;

-- addCredentialRoles
insert into "application_credential_roles" ("application_credential_id", "role_id")
  values (?, ?), (?, ?);
