-- insertTemplate
insert into "templates" ("id", "stack_id", "template", "environment", "files", "created_at")
  values (?, ?, ?, ?, ?, ?);

-- findTemplate
select *
  from "templates"
  where "id" = ?;

-- readTemplate
select *
  from "templates"
  where "id" = ?;

-- forgetTemplates
delete
  from "templates"
  where "stack_id" = ?
  and "id" not in (?, ?);
