-- A request for funds whose receipt is taken back is open again by the day of that at the earliest: nobody sends money by a day that is past.
grant update (needed_on) on funding_request to corridor_operations;
