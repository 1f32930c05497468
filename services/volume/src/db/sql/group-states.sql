-- consistencyGroupsOf
select "volume_groups"."id"
  from "volume_groups"
  inner join "group_types" on "group_types"."id" = "volume_groups"."group_type_id"
  where "group_types"."name" = ?
  and "volume_groups"."id" in (?);

-- changeGrouping
update "volume_groups"
  set "status" = ?, "updated_at" = ?
  where "id" = ?
  and "status" in (?);
