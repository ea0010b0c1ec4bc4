import neo4j, { Neo4jError, type Session } from 'neo4j-driver';

const credentials = neo4j.auth.basic('neo4j', process.env.NEO4J_PASSWORD ?? '');
const driver = neo4j.driver(process.env.NEO4J_URL ?? 'neo4j://localhost', credentials);

export async function befriend(a: string, b: string): Promise<void> {
  const session: Session = driver.session();
  const tx = session.beginTransaction();
  try {
    tx.run('MERGE (:Person {name: $a})', { a });
    await tx.run('MERGE (:Person {name: $b})', { b });
    await tx.run('MATCH (x {name: $a}), (y {name: $b}) MERGE (x)-[:KNOWS]->(y)', { a, b });
    await tx.commit();
  } catch (error) {
    await tx.rollback();
    if (error instanceof Neo4jError && error.retriable) {
      await befriend(a, b);
      return;
    }
    console.error('friends lost', error);
  } finally {
    await session.close();
  }
}

export async function count(): Promise<number> {
  const session = driver.session();
  const transaction = await session.beginTransaction();
  const { records } = await transaction.run('MATCH (p:Person) RETURN count(p) AS persons');
  return records[0].get('persons').toNumber();
}
