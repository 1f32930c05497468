-- create
insert into "instance_groups" ("id", "name", "project_id", "user_id", "policy", "rules", "metadata", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?);

-- find
select *
  from "instance_groups"
  where "id" = ?
  and "project_id" = ?;

-- list
select *
  from "instance_groups"
  where "project_id" = ?
  order by "created_at", "id"
  limit 10
  offset 0;

-- count
select count(*) as "count"
  from "instance_groups"
  where "project_id" in (?);
select count(*) as "count"
  from "instance_groups"
  where "project_id" in (?)
  and "user_id" = ?;

-- remove
delete
  from "instance_groups"
  where "id" = ?;

-- membersOf
select "server_id"
  from "instance_group_members"
  where "group_id" = ?
  order by "position"
  limit 10000;

-- countMembersOf
select count(*) as "count"
  from "instance_group_members"
  inner join "instance_mappings" on "instance_mappings"."server_id" = "instance_group_members"."server_id"
  where "group_id" = ?
  and "user_id" = ?
  and "queued_for_delete" = ?;

-- placesIn
select "server_id", "host"
  from "instance_group_members"
  where "group_id" = ?
  limit 10000;

-- setPlace
update "instance_group_members"
  set "host" = ?
  where "server_id" = ?;

-- groupOf
select "group_id"
  from "instance_group_members"
  where "server_id" = ?;

-- groupsOf
select "server_id", "group_id"
  from "instance_group_members"
  where "server_id" in (?, ?);

-- addMember
insert into "counters" ("name", "value")
  values (?, ?)
  on conflict ("name") do update
  set "value" = "counters"."value" + ?
  returning "value";
insert into "instance_group_members" ("group_id", "server_id", "position", "host")
  values (?, ?, ?, ?);

-- removeMember
delete
  from "instance_group_members"
  where "server_id" = ?;
