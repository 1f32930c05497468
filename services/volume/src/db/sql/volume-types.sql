-- listTypes
select "volume_types".*
  from "volume_types"
  order by "name"
  limit 1000;
select *
  from "volume_type_extra_specs"
  where "volume_type_id" in (?);

-- findType
select "volume_types".*, "spec"."key", "spec"."value"
  from "volume_types"
  left join "volume_type_extra_specs" as "spec" on "spec"."volume_type_id" = "volume_types"."id"
  where ("is_public" = ? or exists (select "access"."project_id"
      from "volume_type_projects" as "access"
      where "access"."volume_type_id" = "volume_types"."id"
      and "access"."project_id" = ?))
  and "id" = ?;

-- findTypeByName
select "volume_types".*, "spec"."key", "spec"."value"
  from "volume_types"
  left join "volume_type_extra_specs" as "spec" on "spec"."volume_type_id" = "volume_types"."id"
  where ("is_public" = ? or exists (select "access"."project_id"
      from "volume_type_projects" as "access"
      where "access"."volume_type_id" = "volume_types"."id"
      and "access"."project_id" = ?))
  and "name" = ?;

-- findUsualType
select "volume_types".*, "spec"."key", "spec"."value", "own"."project_id" as "default_of"
  from "volume_types"
  left join "volume_type_extra_specs" as "spec" on "spec"."volume_type_id" = "volume_types"."id"
  left join "default_volume_types" as "own" on "own"."volume_type_id" = "volume_types"."id"
  and "own"."project_id" = ?
  where ("own"."project_id" is not null or "name" = ?);

-- insertType
insert into "volume_types" ("id", "name", "description", "is_public", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("name") do nothing;

-- updateType
update "volume_types"
  set "name" = ?, "updated_at" = ?
  where "id" = ?;

-- removeType
delete
  from "volume_types"
  where "id" = ?;

-- isTypeUsed
select "id"
  from "volumes"
  where "volume_type_id" = ?
  limit 1;

-- setExtraSpecs
insert into "volume_type_extra_specs" ("volume_type_id", "key", "value")
  values (?, ?, ?)
  on conflict ("volume_type_id", "key") do update
  set "value" = ?;

-- removeExtraSpec
delete
  from "volume_type_extra_specs"
  where "volume_type_id" = ?
  and "key" = ?;

-- projectsOfType
select "project_id"
  from "volume_type_projects"
  where "volume_type_id" = ?
  order by "project_id";

-- addTypeProject
insert into "volume_type_projects" ("volume_type_id", "project_id")
  values (?, ?)
  on conflict ("volume_type_id", "project_id") do nothing;

-- removeTypeProject
delete
  from "volume_type_projects"
  where "volume_type_id" = ?
  and "project_id" = ?;
