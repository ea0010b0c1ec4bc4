import neo4j from 'neo4j-driver';

const driver = neo4j.driver(process.env.NEO4J_URL, neo4j.auth.basic('neo4j', process.env.NEO4J_PASSWORD));

export async function befriend(a, b) {
  const session = driver.session();
  const tx = session.beginTransaction();
  try {
    await tx.run('MERGE (:Person {name: $a})', { a });
    await tx.run('MERGE (:Person {name: $b})', { b });
    await tx.run('MATCH (x {name: $a}), (y {name: $b}) MERGE (x)-[:KNOWS]->(y)', { a, b });
    await tx.commit();
  } catch (err) {
    if (neo4j.isRetryableError(err)) {
      await tx.rollback();
      return befriend(a, b);
    }
    await tx.rollback();
    throw err;
  } finally {
    await session.close();
  }
}

export async function unfriend(a, b) {
  const session = driver.session();
  session.executeWrite((tx) =>
    tx.run('MATCH ({name: $a})-[k:KNOWS]-({name: $b}) DELETE k', { a, b }),
  );
}
