-- Papers of people who left are erased (docs/decisions/0095-papers-are-erased.md): of a file that was given up not even its name stays.
grant update (sealed_name) on stored_file to corridor_operations;
