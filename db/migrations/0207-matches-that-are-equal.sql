-- What was marked paid by mistake and taken back had found what paid it afterwards as well, which made the match unequal and halted all execution: what
-- such a match holds is open again, and the next comparison lets it find what it belongs to.
with unequal as (
  select match_uuid from (select match_uuid, minor from bank_entry where match_uuid is not null
    union all select match_uuid, -minor from bank_movement where match_uuid is not null) s
  group by match_uuid having sum(minor) <> 0
), movements as (
  update bank_movement set match_uuid = null, matched_at = null where match_uuid in (select match_uuid from unequal)
)
update bank_entry set match_uuid = null, matched_at = null where match_uuid in (select match_uuid from unequal);
