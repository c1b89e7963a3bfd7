package golang

func (u *universe) keepTypes(c *checked) {}

func (a *analysis) derive() {}
