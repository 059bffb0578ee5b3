-- Where mail reaches an employer's person (specification 7, PUT /user/contact-details). A contractor's addresses stand in their profile.
alter table person add column mailing_address text
  constraint sealed_person_mailing_address check (starts_with(mailing_address, 'sealed:'));
grant update (mailing_address) on person to corridor_app;
