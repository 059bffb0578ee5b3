-- An invitation into a company's team holds as long as who invited runs it; who sends it again invites from then on.
grant update (inviter_sub) on team_invitation to corridor_app;
