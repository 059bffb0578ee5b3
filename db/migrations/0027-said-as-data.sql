-- Beside a sentence what it says, as data: a key of the catalogues and what is filled in (decision 0034). Rows from before have the sentence
-- alone, and a process from before writes it alone; where the two disagree the sentence stands.
alter table line_item add column proration_said jsonb;
alter table payment add column note_said jsonb;
alter table destination_change add column said jsonb;
